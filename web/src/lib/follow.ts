// Follows a table where it is played.

import { onDevice, type Follow, type Following, type Person } from './backend';
import { TableSocket } from './socket';

/** person is who follows a table of this device, if it is not the device's owner. */
export function follow(table: string, on: Follow, person?: Person): Following {
  if (!onDevice(table)) return new TableSocket(table, on);
  const there = locate(table, on, person);
  return {
    send: (type, data) => there.then((f) => f.send(type, data)),
    resync: () => void there.then((f) => f.resync()),
    close: () => void there.then((f) => f.close()),
  };
}

/** A table with a device's id is on this device, or it was sent to the server from another. The code for it is loaded when there is one. */
async function locate(table: string, on: Follow, person?: Person): Promise<Following> {
  const { has } = await import('../local/journal');
  if (!(await has(table))) return new TableSocket(table, on);
  const { device } = await import('../local/client');
  return device.follow(table, on, person);
}
