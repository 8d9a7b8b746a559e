// Messages to this browser while no page is in front: whether it can have them, and letting the server know where to send them. The browser is asked only when the person
// has asked for it.

import { api, ApiError } from './api';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import type { Notices, Push } from './types';

/** none: this browser cannot. denied: it refuses. ask: it was not asked yet. off: it would, but this person gets none here. on: it gets them. */
export type PushState = 'none' | 'denied' | 'ask' | 'off' | 'on';

export const possible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The browser lets us tell this person things. */
export const told = () => possible() && Notification.permission === 'granted';

/** On an iPhone or iPad pages have messages only when they are on the home screen. */
export const needsHomeScreen = () => /iPhone|iPad/.test(navigator.userAgent) && !(navigator as { standalone?: boolean }).standalone;

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** What holds for this browser, given what the server knows. */
export async function stateOf(known: Push): Promise<PushState> {
  if (!possible()) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default') return 'ask';
  return known.devices.some((d) => d.here) && (await subscription()) ? 'on' : 'off';
}

async function subscription(): Promise<PushSubscription | null> {
  const reg = await navigator.serviceWorker.getRegistration();
  return (await reg?.pushManager.getSubscription()) ?? null;
}

/** Tell the server where this browser can be reached. */
async function send(s: PushSubscription): Promise<Push> {
  const { endpoint, keys } = s.toJSON();
  return api.subscribe({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** Let messages come here. The browser asks the person; null if they said no, or if it has no push service. */
export async function enable(): Promise<Push | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await session.ensure();
  const { key } = await api.push();
  const reg = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const fresh = () => reg.pushManager.subscribe(options).catch(() => null);
  let s = await fresh();
  if (!s) {
    // The browser may be subscribed with another key: that of a server which was here before.
    await (await reg.pushManager.getSubscription())?.unsubscribe();
    if (!(s = await fresh())) return null;
  }
  const kept = await send(s);
  mark();
  return speak(kept);
}

/** Messages come in the language of the page, and quiet hours are those of where the person is. */
async function speak(known: Push): Promise<Push> {
  const { notices } = known;
  if (known.decided && notices.lang === settings.lang && notices.zone === zone()) return known;
  return api.setNotices({ ...notices, lang: settings.lang, zone: zone() });
}

/** Let no more messages come here. */
export async function disable(known: Push): Promise<Push> {
  const here = known.devices.find((d) => d.here);
  const after = here ? await api.unsubscribe(here.id) : known;
  await (await subscription())?.unsubscribe();
  return after;
}

export const setNotices = (n: Notices) => api.setNotices({ ...n, lang: settings.lang, zone: zone() });

const renewed = 'mirabilia-push-renewed';
const day = 24 * 60 * 60 * 1000;
const mark = () => {
  try {
    localStorage.setItem(renewed, String(Date.now()));
  } catch {
    // Then it is said at the next visit as well.
  }
};

/** Once a day the server hears that this browser still gets messages, and in which language; browsers may give it another address at any time. */
export async function renew() {
  if (!told()) return;
  try {
    if (Date.now() - Number(localStorage.getItem(renewed) ?? 0) < day) return;
    const s = await subscription();
    if (!s || !(await api.push()).devices.some((d) => d.here)) return;
    await speak(await send(s));
    mark();
  } catch (e) {
    if (!(e instanceof ApiError) && !(e instanceof DOMException)) throw e;
  }
}

/** Take away the messages of a topic that are shown. */
export async function close(tag: string) {
  if (!told()) return;
  const reg = await navigator.serviceWorker.getRegistration();
  for (const n of (await reg?.getNotifications({ tag })) ?? []) n.close();
}

const askedBefore = 'mirabilia-push-asked';

/** Whether to ask the person if they want messages: once, in a browser that can have them and was not asked yet. */
export function worthAsking(): boolean {
  try {
    if (localStorage.getItem(askedBefore)) return false;
  } catch {
    return false; // they would be asked again and again
  }
  return possible() ? Notification.permission === 'default' : needsHomeScreen();
}

export function noteAsked() {
  try {
    localStorage.setItem(askedBefore, '1');
  } catch {
    // worthAsking knows.
  }
}
