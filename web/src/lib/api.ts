// What the page asks: of the server over HTTP, or, where a table is played on this device, of the engine. What happens at a
// table is followed in lib/follow.

import { onDevice } from './backend';
import type { AnalysisKept, Catalogue, Ceremony, CeremonyAnswer, Claim, ClaimRequest, CodeList, Command, CreateTable, Deed, DeedList, DeedRequest, DeviceLink, FriendList, HostPeople, HostReports, HostState, Invite, LinkState, LogPage, Me, NameCheck, Notices, Privacy, Profile, ProfileGame, Push, PushPlace, Ranks, Refused, Replay, ReportRequest, SeekRequest, Seeking, SentGame, Session, ShunnedList, Snapshot, StoredAnalysis, TableList, TableRating, Turns, Tournament, TournamentDeed, TournamentList, TournamentPlan, WorkDone } from './types';
import { has, needTexts, p, t } from './i18n.svelte';
import { randomHex } from './random';

/** A refusal of the server, or no answer at all (code "offline"). */
export class ApiError extends Error {
  constructor(
    readonly refused: Refused,
    readonly status: number,
  ) {
    super(refused.message);
  }

  get code() {
    return this.refused.code;
  }
}

/** A refusal in the reader's words: the game's own, the table's, the common one for the reason, or the one for the code. Where it is shown before the sentences are here, it is shown anew when they come. */
export function refusalText(r: Refused, game?: string): string {
  void refusals();
  for (const key of [game && `${game}.refusal.${r.reason}`, `server.refusal.${r.reason}`, `tournament.refusal.${r.reason}`, `common.refusal.${r.reason}`, `server.error.${r.code}`, `common.error.${r.code}`]) {
    if (key && has(key)) return t(key);
  }
  return r.code === 'offline' ? p('net.offline') : r.message || p('net.failed');
}

/** Fetch the sentences of refusals, which a first visit does without; where they do not come, the common ones must do. */
export const refusals = () => needTexts('server').catch(() => {});

async function ask<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api' + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(key ? { 'Idempotency-Key': key } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError({ code: 'offline', reason: 'offline', message: 'no answer' }, 0);
  }
  if (answer.status === 204) return undefined as T;
  const data = await answer.json().catch(() => null);
  if (!answer.ok) {
    await refusals();
    throw new ApiError(data?.error ?? { code: 'internal', reason: 'internal', message: answer.statusText }, answer.status);
  }
  return data as T;
}

const seg = encodeURIComponent;

/** The table that was asked for without an answer, and the key under which it was. */
let unanswered: { table: string; key: string } | undefined;

/** Opens a table. Whoever got no answer and asks for the same again gets the table that the first request opened, if it did. */
async function createTable(table: CreateTable): Promise<Snapshot> {
  const text = JSON.stringify(table);
  const key = unanswered?.table === text ? unanswered.key : randomHex(12);
  unanswered = { table: text, key };
  try {
    const snapshot = await ask<Snapshot>('POST', '/tables', table, key);
    unanswered = undefined;
    return snapshot;
  } catch (e) {
    if (e instanceof ApiError && e.status > 0 && e.status < 500) unanswered = undefined;
    throw e;
  }
}

/** Ask something of a table where it is. A game that was sent from another device is on the server. */
async function at<T>(table: string, method: string, path: string, body?: unknown): Promise<T> {
  const whole = `/tables/${seg(table)}${path}`;
  if (onDevice(table) && (await (await import('../local/journal')).has(table))) return (await import('../local/client')).device.ask<T>(method, whole, body);
  return ask<T>(method, whole, body);
}

export const api = {
  catalogue: () => ask<Catalogue>('GET', '/games'),
  session: () => ask<Session>('GET', '/session'),
  signIn: (name: string) => ask<Session>('POST', '/session', { name }),
  rename: (name: string) => ask<Session>('PATCH', '/session', { name }),
  openTables: () => ask<TableList>('GET', '/tables'),
  myTables: () => ask<TableList>('GET', '/me/tables'),
  createTable,
  table: (id: string) => at<Snapshot>(id, 'GET', ''),
  command: (id: string, command: Command) => at<{ id: string; seq: number }>(id, 'POST', '/commands', command),
  log: (id: string, before: number) => at<LogPage>(id, 'GET', `/log?before=${before}`),
  invite: (id: string) => ask<Invite>('POST', `/tables/${seg(id)}/invites`, {}),
  accept: (token: string) => ask<{ table: string }>('POST', '/invites', { token }),
  replay: (id: string, eye: string) => at<Replay>(id, 'GET', `/replay?eye=${seg(eye)}`),
  /** Send the record of a game of this device; seat is the sender's. */
  sendGame: (record: string, seat: number | null) => ask<SentGame>('POST', '/records', { record, seat }),
  seeks: () => ask<Seeking>('GET', '/seeks'),
  seek: (wish: SeekRequest) => ask<Seeking>('POST', '/seeks', wish),
  endSeek: (id: string) => ask<void>('DELETE', `/seeks/${seg(id)}`),
  answerCall: (id: string, accept: boolean) => ask<Seeking>('POST', `/calls/${seg(id)}`, { accept }),
  turns: () => ask<Turns>('GET', '/turns'),
  push: () => ask<Push>('GET', '/push'),
  subscribe: (place: PushPlace) => ask<Push>('PUT', '/push', place),
  unsubscribe: (id: string) => ask<Push>('DELETE', `/push/${seg(id)}`),
  testPush: () => ask<void>('POST', '/push/test'),
  setAway: (away: boolean) => ask<Push>('PUT', '/away', { away }),
  setNotices: (notices: Notices) => ask<Push>('PUT', '/notices', notices),
  tournaments: (which: string) => ask<TournamentList>('GET', `/tournaments?which=${which}`),
  announce: (plan: TournamentPlan) => ask<Tournament>('POST', '/tournaments', plan),
  tournament: (id: string) => ask<Tournament>('GET', `/tournaments/${seg(id)}`),
  inTournament: (id: string, want: string) => ask<Tournament>('PUT', `/tournaments/${seg(id)}/me`, { want }),
  leaveTournament: (id: string) => ask<Tournament>('DELETE', `/tournaments/${seg(id)}/me`),
  doTournament: (id: string, deed: TournamentDeed) => ask<Tournament>('POST', `/tournaments/${seg(id)}/deeds`, deed),
  shunned: () => ask<ShunnedList>('GET', '/shunned'),
  shun: (person: string, blocked: boolean) => ask<void>('PUT', `/shunned/${seg(person)}`, { blocked }),
  unshun: (person: string) => ask<void>('DELETE', `/shunned/${seg(person)}`),
  report: (report: ReportRequest) => ask<void>('POST', '/reports', report),
  hostReports: () => ask<HostReports>('GET', '/host/reports'),
  hostState: () => ask<HostState>('GET', '/host/state'),
  hostPeople: (find: string) => ask<HostPeople>('GET', `/host/people?find=${seg(find)}`),
  hostDeeds: (before = 0) => ask<DeedList>('GET', `/host/deeds${before ? `?before=${before}` : ''}`),
  hostDo: (deed: DeedRequest) => ask<Deed>('POST', '/host/deeds', deed),
  tableRating: (id: string) => ask<TableRating>('GET', `/tables/${seg(id)}/rating`),
  profile: (name: string) => ask<Profile>('GET', `/people/${seg(name)}`),
  profileGame: (name: string, game: string) => ask<ProfileGame>('GET', `/people/${seg(name)}/games/${seg(game)}`),
  ranks: (game: string, page: number, friends: boolean) => ask<Ranks>('GET', `/ranks/${seg(game)}?page=${page}${friends ? '&of=friends' : ''}`),
  setPrivacy: (privacy: Privacy) => ask<Me>('PATCH', '/me', privacy),
  friends: () => ask<FriendList>('GET', '/friends'),
  befriend: (name: string) => ask<FriendList>('PUT', `/friends/${seg(name)}`),
  unfriend: (name: string) => ask<FriendList>('DELETE', `/friends/${seg(name)}`),
  ask: (name: string, table: string) => ask<void>('POST', '/asks', { name, table }),
  answerAsk: (id: string, accept: boolean) => ask<void>('POST', `/asks/${seg(id)}`, { accept }),
  me: () => ask<Me>('GET', '/me'),
  checkName: (name: string) => ask<NameCheck>('GET', `/names?name=${seg(name)}`),
  beginPasskey: (what: 'register' | 'login', name?: string) => ask<Ceremony>('POST', `/passkeys/${what}/begin`, what === 'register' ? { name } : {}),
  newPasskey: (answer: CeremonyAnswer) => ask<CodeList>('POST', '/passkeys/register/finish', answer),
  usePasskey: (answer: CeremonyAnswer) => ask<Session>('POST', '/passkeys/login/finish', answer),
  namePasskey: (id: string, name: string) => ask<void>('PATCH', `/me/passkeys/${seg(id)}`, { name }),
  removePasskey: (id: string) => ask<void>('DELETE', `/me/passkeys/${seg(id)}`),
  newCodes: () => ask<CodeList>('POST', '/me/codes', {}),
  recover: (name: string, code: string, work?: WorkDone) => ask<Session>('POST', '/recover', { name, code, work }),
  signOut: () => ask<void>('DELETE', '/session'),
  ownPasskey: (id: string) => ask<void>('POST', `/me/passkeys/${seg(id)}/own`),
  disownPasskey: (id: string) => ask<void>('POST', `/me/passkeys/${seg(id)}/disown`),
  endDevices: () => ask<void>('DELETE', '/me/devices'),
  endDevice: (id: string) => ask<void>('DELETE', `/me/devices/${seg(id)}`),
  offerLink: () => ask<DeviceLink>('POST', '/links', {}),
  linkState: (digits: string) => ask<LinkState>('GET', `/links/${seg(digits)}`),
  answerLink: (digits: string, accept: boolean) => ask<void>('POST', `/links/${seg(digits)}`, { accept }),
  claim: (what: ClaimRequest) => ask<Claim>('POST', '/claims', what),
  forgetMe: (name: string) => ask<void>('DELETE', '/me', { name }),
  exportPath: '/api/me/export',
  analysis: (id: string, by = '') => ask<StoredAnalysis>('GET', `/tables/${seg(id)}/analysis${by ? `?by=${seg(by)}` : ''}`),
  putAnalysis: (id: string, analysis: unknown) => ask<AnalysisKept>('PUT', `/tables/${seg(id)}/analysis`, analysis),
  recordPath: (id: string) => `/api/tables/${seg(id)}/record`,
};
