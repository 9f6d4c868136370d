/** `startEmulator()` as test files call it: in a process that has done so before. */

import { EMULATOR } from '../contestants/contestants.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { median } from '../report/samples.js';
import { WARM_START } from './figures.js';

/** One round. */
export async function measureWarmStart({ processes, samples, extent }) {
  const host = new EmulatorHost(processes);
  await host.timeStarts(extent.starts);
  samples.add(WARM_START, EMULATOR, median(await host.timeStarts(extent.starts)));
  await host.stop();
}
