// The writing half of the kernel. See linux_kernel.h.
#include "kernel/linux_kernel.h"

#include <cassert>

namespace thrashlab {

void LinuxKernel::read_from_zero_device(std::uint64_t bytes) {
    machine_.record({.other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::read_zeros_call});
    machine_.spend(parameters_.system_call + parameters_.copy_kibibyte * static_cast<std::int64_t>(bytes) / 1024);
    machine_.record({.other = 0, .kind = EventKind::call_returned});
}

void LinuxKernel::create() {
    assert(false && "not simulated yet");
}

void LinuxKernel::write(std::uint64_t, std::uint64_t) {
    assert(false && "not simulated yet");
}

} // namespace thrashlab
