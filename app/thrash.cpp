#include "sim/simulation.h"
#include "sim/scenario_file.h"
#include "dd/transcript.h"
#include <fmt/format.h>
#include <chrono>
int main(){ using namespace thrashlab;
 for(auto& n: scenario_names()){ auto s=load_scenario(n); Journal j; auto t0=std::chrono::steady_clock::now(); auto r=simulate(s,{.journal=&j}); auto t1=std::chrono::steady_clock::now();
 fmt::print("{} events {} bytes {} time {} us\n",n,j.size(),j.bytes(),std::chrono::duration_cast<std::chrono::microseconds>(t1-t0).count());
 for(auto&x:r){ auto&c=x.counters; fmt::print("{} hits {} pagehits {} miss {} cmds {} ra {} single {} blocks {} lost {} evict {} wasted {} meta {} | cpu {:.3f} cmd {:.3f} seek {:.3f} rot {:.3f} xfer {:.3f}\n",bsd_transcript(x),c.buffer_hits,c.page_hits,c.misses,c.commands,c.read_ahead_commands,c.single_block_commands,c.blocks_transferred,c.lost_turns,c.evictions,c.wasted_read_ahead,c.metadata_reads,to_seconds(c.time.cpu),to_seconds(c.time.command),to_seconds(c.time.seek),to_seconds(c.time.rotation),to_seconds(c.time.transfer));}
 }}
