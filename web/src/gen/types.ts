// Written by web/typegen from the Go structs; change those and run "make gen".

/** Catalogue is the answer of GET /api/games: what can be played, and with which bots. */
export interface Catalogue {
  games: Info[];
  /** Matches are played on several boards of one of these games. Tables are opened for them as for games. */
  matches?: Info[];
  /** Bots are the names of the bots that can take a seat, weakest first. */
  bots: string[];
  /** DefaultBot is the one that is offered first. */
  default_bot: string;
  /** BotsOf are the bots of the games that those of Bots do not play, by game, weakest first. */
  bots_of?: Record<string, string[]>;
  /** NoPasskeys says why no names can be kept at the asker's address; empty if they can. One of the NoPasskeys words. */
  no_passkeys?: string;
  /** Meet says whom the home page offers first: MeetPeople or MeetBots. */
  meet: string;
}

/** ErrorAnswer is the body of every HTTP answer that refuses. */
export interface ErrorAnswer {
  error: Error;
}

/** Session says who the client is. */
export interface Session {
  /** API is the version of the API that the server speaks: Version. */
  api: number;
  /** Person is the id of the person or program. */
  person: string;
  name: string;
  /** Program says that the session is one of a bot token. */
  program: boolean;
  /** Kept says that the name is the person's own. Others are guests. */
  kept: boolean;
  created: number;
  /** Host says that the person is a host of the server. */
  host?: boolean;
  /** Limited is until when the device may not do what could take the account from its person, because it was let in by the code of another; left out if it may. */
  limited?: number;
  /** PasskeysAdded are those that were added in the last two weeks beside the first one, to be told on all devices. */
  passkeys_added?: Passkey[];
  /** Measures are what the host has decided about the person. */
  measures?: Measure[];
  /** GuestsFrom is from when on guests are forgotten 30 days after their last visit. It is told until then to guests who came before that was announced. */
  guests_from?: number;
}

/** NameRequest is the body of POST and PATCH /api/session and of POST /api/tokens. */
export interface NameRequest {
  name: string;
}

/** TokenList is the answer of GET /api/tokens. */
export interface TokenList {
  tokens: Token[];
}

/** CreateTable is the body of POST /api/tables. */
export interface CreateTable extends Settings {
  /** Seat is where the person who opens the table sits down; null opens it without taking a seat. */
  seat: number | null;
  /** Bots are the bots to seat at once, by seat; an empty name leaves the seat open. May be shorter than the table. */
  bots?: string[];
}

/** Snapshot is all that one viewer may know of a table: the answer of GET /api/tables/{id}, and the first message on a socket that does not resume. */
export interface Snapshot {
  /** Seq is the number of the last update that this viewer was told. */
  seq: number;
  table: Table;
  /** Seat is the viewer's own; null for a spectator. */
  seat: number | null;
  /** Online are the seats whose people are connected. */
  online: number[];
  /** Spectators is how many others watch. */
  spectators: number;
  /** FailingBots are the seats whose bot cannot think at the moment; the server keeps trying. */
  failing_bots?: number[];
  /** Gone is the seat from which the win can be claimed because its person is gone; missing if there is none. */
  gone?: Gone;
  /** Watchers are those of Presence. */
  watchers?: Watcher[];
  /** Game is there once it is dealt. */
  game?: Frame;
  /** Log is what happened last; LogMore says that there is more before it (GET /api/tables/{id}/log). */
  log: LogEntry[];
  log_more?: boolean;
  /** Chat is what was said last. At a private table only those who sit there or were invited read it. */
  chat?: ChatLine[];
}

/** Envelope is every message of the server on a socket. Updates have consecutive Seq, which counts what its receiver was told and says nothing of what others did in secret. A client that sees a gap, or resumes, connects with since set to the last Seq it has and gets the updates that it missed. */
export interface Envelope {
  seq: number;
  type: string;
  data: unknown;
}

/** Update is one thing that happened, and what changed by it. */
export interface Update {
  log: LogEntry;
  /** Table is there if it changed. */
  table?: Table;
  /** Seat is the receiver's from now on; null for a spectator. */
  seat: number | null;
  /** Game is there if the game or what this seat may do changed. Of several updates that come at once, it may be in the last one only. */
  game?: Frame;
}

/** Presence says who is connected. */
export interface Presence {
  online: number[];
  spectators: number;
  /** FailingBots are the seats whose bot cannot think at the moment; the server keeps trying. */
  failing_bots?: number[];
  /** Gone is the seat from which the win can be claimed because its person is gone; missing if there is none. */
  gone?: Gone;
  /** Watchers are those who were invited to a private table and hold no seat, whether they are connected or not. Only the host of the table is told. */
  watchers?: Watcher[];
}

/** Ack says that a command was done. */
export interface Ack {
  /** ID is the command's. */
  id: string;
  /** Seq is the number of the update that tells its person of it. */
  seq: number;
}

/** Refusal says that a command was not done. */
export interface Refusal {
  id: string;
  error: Error;
}

/** Command is what a client asks of a table, over the socket or by POST /api/tables/{id}/commands. */
export interface Command {
  /** ID is chosen by the client, unique among its commands at this table. A command that was done is not done again when it is repeated under its id: it is answered as before. */
  id: string;
  type: string;
  data: CommandData;
}

/** Updates is the answer of GET /api/tables/{id}/events: what happened after since, waiting for it if asked to. */
export interface Updates {
  messages: Envelope[];
}

/** TableList is the answer of GET /api/tables and GET /api/me/tables, newest first. */
export interface TableList {
  tables: TableSummary[];
  /** More is the value of the parameter before that gives the next page; empty on the last. */
  more?: string;
}

/** InviteRequest is the body of POST /api/invites. */
export interface InviteRequest {
  token: string;
}

/** Invite lets anyone who holds it see and join a table until the game starts. */
export interface Invite {
  /** Token is to be handed on in the fragment of a link, which browsers never send. */
  token: string;
  /** Path is the link, beginning with "/": "/t/<table>#invite=<token>". */
  path: string;
}

/** Invitation is the answer to it: the table that it invites to. */
export interface Invitation {
  table: string;
}

/** Replay is a finished game, decision by decision, as one viewer saw it, or with all cards open. */
export interface Replay {
  table: Table;
  /** RulesChanged says that the game was played by other rules than the server knows now: frames have moves, but no views and events. */
  rules_changed?: boolean;
  /** Eye is a seat, "spectator" or "open". */
  eye: string;
  frames: ReplayFrame[];
  result: Result;
}

/** LogPage is the answer of GET /api/tables/{id}/log: what happened before a line. */
export interface LogPage {
  log: LogEntry[];
  /** More says that there is more before the first of these. */
  more?: boolean;
}

/** StoredAnalysis is what a device found out about a finished game. The server has checked it against the record, but for the chances themselves: these are the device's. */
export interface StoredAnalysis {
  /** Person is whose device computed it. Name is empty if the server has forgotten them. */
  person: string;
  name?: string;
  /** At is when it was sent. */
  at: number;
  /** Older says that it was made with another network than the one this server has. */
  older?: boolean;
  /** Analysis is in the form of docs/analysis.md. */
  analysis: unknown;
  /** Others are whose devices sent one, too. */
  others?: AnalysedBy[];
}

/** AnalysisKept is the answer to an analysis that a client sent. */
export interface AnalysisKept {
  /** Kept is false if a deeper one is there already, which stays. */
  kept: boolean;
}

/** Chat is what was said: one line when it is said, or the last lines when a client resumes. A client recognises lines that it already has by their N. */
export interface Chat {
  lines: ChatLine[];
}

/** Hello is the first message on every socket. */
export interface Hello {
  /** API is the version of the API that the server speaks: Version. */
  api: number;
}

/** Saving says whether the server can save. Nothing is said of a server that always could. */
export interface Saving {
  state: string;
}

/** TournamentPlan is the body of POST /api/tournaments. */
export interface TournamentPlan {
  /** Kind is "arena", "swiss" or "duplicate". */
  kind: string;
  name: string;
  /** Game is the game as it is rated: duel, pantheon, wonders, architects or dice. */
  game: string;
  /** Clock of every game; a live one. */
  clock: Clock;
  rated: boolean;
  /** Public asks for a place in the lists of everybody. The host must agree; until then the tournament is open to all who have its link. */
  public: boolean;
  /** Begins is when it begins; 0: when its organiser starts it. */
  begins?: number;
  /** Minutes is how long an arena lasts, 20 to 180; 0: an hour. */
  minutes?: number;
  /** Rounds is how many a Swiss tournament has; 0: as usual for the number of players. */
  rounds?: number;
  /** Most is how many can take part; 0: 200. */
  most?: number;
  /** Plain says that in an arena victories in a row count no more than others. */
  plain?: boolean;
}

/** TournamentList is the answer of GET /api/tournaments. */
export interface TournamentList {
  tournaments: TournamentSummary[];
  /** Now is the server's clock. */
  now: number;
}

/** Tournament is the answer of GET /api/tournaments/{id}. */
export interface Tournament extends TournamentSummary {
  standings: TournamentRow[];
  /** Tables are those where a game is running; in a Swiss tournament, all tables of the round. */
  tables: TournamentTable[];
  /** You is what the client has to do with it; left out for somebody without a session. */
  you?: TournamentYou;
  /** Deals are those of the rounds of a duplicate tournament, from its beginning on. */
  deals?: TournamentDeal[];
  /** Next is when free players of an arena are paired next. */
  next?: number;
  /** Now is the server's clock. */
  now: number;
}

/** TournamentWish is the body of PUT /api/tournaments/{id}/me. */
export interface TournamentWish {
  /** Want is "play", "rest" or "skip". */
  want: string;
}

/** TournamentDeed is the body of POST /api/tournaments/{id}/deeds. */
export interface TournamentDeed {
  /** Do is "start", "end", "cancel", "allow" or "result". */
  do: string;
  /** Why says why it is called off, or why a result is set. */
  why?: string;
  /** Table names the game whose result is set. Winner is the winner's name; without one the victory is shared. */
  table?: string;
  winner?: string;
}

/** LiveWatch is what a page says on its socket, GET /api/live: what it shows and wants to hear of. */
export interface LiveWatch {
  /** Tournament is the id of the one that the page shows; empty: none. */
  tournament: string;
}

/** LiveTournament says that the tournament which the page shows has changed. GET /api/tournaments/{id} tells how. */
export interface LiveTournament {
  id: string;
}

/** Me is the answer of GET /api/me: what is kept of the client. */
export interface Me extends Session {
  /** KeptSince is when the name became the person's own, and Renamed when it was last changed. */
  kept_since?: number;
  renamed?: number;
  /** Privacy is who may know and ask what; nil for guests, who have no profile. */
  privacy?: Privacy;
  /** Passkeys let the person in. */
  passkeys: Passkey[];
  /** Codes is how many recovery codes are left. */
  codes: number;
  /** Devices are where the person is signed in, those used last first. */
  devices: Device[];
  /** Ratings are those of the games in which the person has played rated ones. */
  ratings: Rating[];
  /** Fresh says that a passkey was used here a moment ago, so that it need not be used again for what asks for it. */
  fresh: boolean;
}

/** TableRating is the answer of GET /api/tables/{id}/rating: what is at stake at a table, or what its game has changed. */
export interface TableRating {
  /** Rated says that the game counts; Why says why not. */
  rated: boolean;
  why?: string;
  /** Seats are those of people whose names are their own. */
  seats: SeatRating[];
}

/** SeekRequest is the body of POST /api/seeks: what the client looks for. */
export interface SeekRequest {
  /** Game is the game as it is rated: Duel with Pantheon has one of its own. */
  game: string;
  /** Days asks for a game at two days per move; otherwise it is live, 15 minutes and 5 seconds per move for each. */
  days: boolean;
  /** Rated asks for a rated game; only for people who have kept their name. */
  rated: boolean;
  /** Bots agrees to begin with bots in the open seats if not enough people come. */
  bots: boolean;
}

/** Seeking is the answer of GET /api/seeks: what the client looks for, and who else does. */
export interface Seeking {
  seeks: Seek[];
  /** Call goes out to the client; nil if none does. */
  call?: Call;
  pools: PoolCount[];
}

/** Turns is the answer of GET /api/turns: the games that wait for the client. A page that is in front asks it now and then; while it does, nothing is sent to the person's devices. */
export interface Turns {
  /** Count is how many there are, and Next the one with the least time left; left out if there is none. */
  count: number;
  next?: string;
  /** Title says that the person wants the page's title and icon to tell. */
  title: boolean;
  /** Passkey is when the last passkey was added to the account, so that a page that is open asks anew who it is; left out if it was the first. */
  passkey?: number;
}

/** Push is the answer of GET /api/push: how the client is told things while no page of theirs is in front. */
export interface Push {
  /** Key is the key of the server that a browser subscribes with (applicationServerKey), in base64url. */
  key: string;
  devices: PushDevice[];
  notices: Notices;
  /** Decided says that the person has been here before: the notices are their own and not the usual. */
  decided: boolean;
  away: Away;
}

/** PushSubscription is the body of PUT /api/push: where the browser can be reached, as its PushManager says. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** AwayRequest is the body of PUT /api/away: it begins a holiday, or ends it. */
export interface AwayRequest {
  away: boolean;
}

/** CallAnswer is the body of POST /api/calls/{id}. */
export interface CallAnswer {
  accept: boolean;
}

/** ShunnedList is the answer of GET /api/shunned, the latest first. */
export interface ShunnedList {
  people: Shunned[];
}

/** ShunRequest is the body of PUT /api/shunned/{person}. */
export interface ShunRequest {
  /** Blocked asks that the two never meet; otherwise the client only reads nothing of the other. */
  blocked: boolean;
}

/** ReportRequest is the body of POST /api/reports: what a person tells the host about another, or about a measure against themselves. */
export interface ReportRequest {
  person: string;
  reason: string;
  /** Text is in the person's own words. */
  text: string;
  /** Table is where it happened: what was said there is kept with the report. Line is the number of the line that it is about; without it the last lines are kept. */
  table?: string;
  line?: number;
}

/** HostReports is the answer of GET /api/host/reports, the latest first. */
export interface HostReports {
  reports: HostReport[];
}

/** DeedList is the answer of GET /api/host/deeds, the latest first. */
export interface DeedList {
  deeds: Deed[];
  /** More is the value of before that continues the list; 0 at its end. */
  more: number;
}

/** DeedRequest is the body of POST /api/host/deeds: what a host does. */
export interface DeedRequest {
  /** Kind is a measure, "dismiss" for a report that needs nothing to be done, "rename", "end" for a game that is to end without a result, or "unrate" for one whose result is to be taken out of the ratings. */
  kind: string;
  person: string;
  /** Table is the game to end or to take out of the ratings. */
  table?: string;
  /** Reason is told to the person. */
  reason: string;
  /** Days is how long a measure lasts; 0 means as long as usual. Lift ends it instead. */
  days?: number;
  lift?: boolean;
  /** Name is the new name. */
  name?: string;
  /** Report is the report that this decides. */
  report?: string;
}

/** HostPeople is the answer of GET /api/host/people, those who came last first. */
export interface HostPeople {
  people: HostPerson[];
}

/** HostState is the answer of GET /api/host/state: what goes on at the server. */
export interface HostState {
  /** Here is how many people are here, and Reports how many reports are open, at most 50. */
  here: number;
  reports: number;
  /** Tables is how many tables are in memory, and Playing how many games are played, as the store counted them last. */
  tables: number;
  playing: number;
  /** Waits are the pools in which people wait, and how long they usually do. */
  waits: PoolWait[];
}

/** NameCheck is the answer of GET /api/names: whether the client can have a name. */
export interface NameCheck {
  /** Name is the name as it would be kept. */
  name: string;
  free: boolean;
  /** Reason says why it is not free, as in Error. */
  reason?: string;
  /** Others are similar names that are free, if it is not. */
  others?: string[];
}

/** RegisterRequest is the body of POST /api/passkeys/register/begin. A guest names the name that is to be kept; a person with an account names none. */
export interface RegisterRequest {
  name?: string;
}

/** Ceremony is a challenge to the client's device: the answer of POST /api/passkeys/register/begin and /api/passkeys/login/begin. */
export interface Ceremony {
  /** Ceremony names it in the answer. */
  ceremony: string;
  /** Options are those of navigator.credentials.create or get, as PublicKeyCredential.parseCreationOptionsFromJSON and parseRequestOptionsFromJSON read them. */
  options: unknown;
}

/** CeremonyAnswer is the body of POST /api/passkeys/register/finish and /api/passkeys/login/finish. */
export interface CeremonyAnswer {
  ceremony: string;
  /** Response is the credential, as its toJSON gives it. */
  response: unknown;
  /** Label is what the person calls the new passkey; empty means the kind of browser. */
  label?: string;
}

/** CodeList are recovery codes, which are told once. */
export interface CodeList {
  codes: string[];
}

/** RecoverRequest is the body of POST /api/recover. */
export interface RecoverRequest {
  name: string;
  code: string;
  /** Work is what an earlier answer asked for. */
  work?: WorkDone;
}

/** Link lets another device in: the answer of POST /api/links. */
export interface Link {
  /** Digits are six, for a device that is asked about when they are entered. */
  digits: string;
  /** Path is a link, beginning with "/", that lets a device in at once. It is to be shown as a QR code; its secret is in the fragment, which browsers never send. */
  path: string;
  expires: number;
}

/** LinkState is the answer of GET /api/links/{digits}. */
export interface LinkState {
  state: string;
  /** Agent is the kind of browser that entered the digits. */
  agent?: string;
}

/** Privacy is what a person decides about who may know and ask what: the body of PATCH /api/me, and part of Me. */
export interface Privacy {
  /** Profile says who may see the person's profile: all, named or friends. Only those whom everybody may see are in leaderboards. */
  profile: string;
  /** Presence says who may see that the person is here: all, friends or nobody. */
  presence: string;
  /** Asked says who may ask the person to a table: all or friends. */
  asked: string;
}

/** FriendList is the answer of GET /api/friends: the client's friends, and what others ask of the client. */
export interface FriendList {
  /** Friends are those who are here first, then by name. */
  friends: Friend[];
  /** Wanted are the names of people who want to be the client's friends, and Asked those whom the client has asked. */
  wanted: string[];
  asked: string[];
  /** Asks are tables to which the client is asked. */
  asks: Ask[];
}

/** AskRequest is the body of POST /api/asks: the client asks somebody to a table at which the client sits. */
export interface AskRequest {
  name: string;
  table: string;
}

/** Profile is the answer of GET /api/people/{name}: what a person's name stands for. */
export interface Profile {
  person: string;
  name: string;
  /** Since is when the name became the person's own. */
  since: number;
  /** You says that it is the client's own. */
  you: boolean;
  /** Friend is what the person is to the client: one of the Friend words. */
  friend?: string;
  /** Here says that the person was here a moment ago; false also if the person does not tell. Table is a game of theirs that everybody may watch, and Playing what is played there as it is rated. */
  here: boolean;
  table?: string;
  playing?: string;
  /** MayAsk says that the client may ask the person to a table. */
  may_ask: boolean;
  /** Played is how many of the latest games with other people were looked at, at most 50, and Finished how many of them the person did not leave, by going away or running out of time. Somebody who held up a game before counts as having left two. */
  played: number;
  finished: number;
  /** Pace is how many milliseconds the person usually takes for a move: in games at days per move if PaceDays says so, otherwise in live ones. 0: too few games say it. */
  pace?: number;
  pace_days?: boolean;
  /** Scores are those of the games in which the person has played rated ones. */
  scores: Score[];
  /** Recent are the latest games that were public or rated, or at which the client sat, too. */
  recent: RecentGame[];
}

/** ProfileGame is the answer of GET /api/people/{name}/games/{game}: a person at one game. */
export interface ProfileGame {
  /** Game is the game as it is rated. */
  game: string;
  /** History is the rating after each of the latest rated games, the oldest first. */
  history: RatingPoint[];
  /** Bots are the levels of bots on the same scale, the weakest first. */
  bots: BotRating[];
  /** Played is how many of the latest games with people, rated or not, the following counts. */
  played: number;
  /** Ways are how games of two were won and lost, the most frequent first. */
  ways: WayCount[];
  /** Places are how often the person was first, second and so on at tables of more than two. */
  places: number[];
  /** Began is in how many games of two the person had the first seat, and WonBegun how many of these were won. */
  began: number;
  won_begun: number;
  /** Score is the mean of the person's points in games that were counted to the end, and Parts those of the categories, in tenths; nothing if there were none. */
  score?: number;
  parts?: PartOfMean[];
  /** Wonders are those that the person has built or played ten times or more, the most frequent first; at most four. */
  wonders: WonderCount[];
  /** AgainstBots is how many games against bots alone there were, and WonAgainstBots how many of them were won. */
  against_bots: number;
  won_against_bots: number;
  /** Both is how the client has played against the person; nil for oneself and for people without a name of their own. */
  both?: Both;
}

/** Ranks is the answer of GET /api/ranks/{game}: a page of a leaderboard. */
export interface Ranks {
  /** Game is the game as it is rated. */
  game: string;
  /** People are at most 50, the strongest first. */
  people: Ranked[];
  /** Page is which page it is, of Pages. */
  page: number;
  pages: number;
  /** Of is how many people are listed: certain to within 150 points, with a rated game in the last 60 days, and a profile that everybody may see. Others is how many play, but are not certain yet. */
  of: number;
  others: number;
  /** Few says that too few are listed for a leaderboard: People are all who play, and those who are not certain follow without a place. */
  few: boolean;
  /** You is the client's own row, wherever it is; nil if the client is not listed. */
  you?: Ranked;
  /** Bots are the levels of bots on the same scale, the weakest first. */
  bots: BotRating[];
  /** BotsEstimated says that too few games of people against bots are known yet to place them: their distances are measured, but where they all are among people is estimated. */
  bots_estimated: boolean;
}

/** LinkAnswer is the body of POST /api/links/{digits}: whether the device that entered the digits may come in. */
export interface LinkAnswer {
  accept: boolean;
}

/** ClaimRequest is the body of POST /api/claims: a new device asks to be let in. One of the fields is set. */
export interface ClaimRequest {
  /** Secret is that of the link. */
  secret?: string;
  /** Digits are those that a device shows. */
  digits?: string;
  /** Claim is what the device got for the digits; it asks whether it was let in. */
  claim?: string;
}

/** Claim is the answer to it. */
export interface Claim {
  /** Session is there when the device was let in; the cookie is set then. */
  session?: Session;
  /** Claim is to be sent again until there is an answer. */
  claim?: string;
}

/** LabelRequest is the body of PATCH /api/me/passkeys/{id}. */
export interface LabelRequest {
  name: string;
}

/** SendGame is the body of POST /api/records: a finished game that was played on a device. */
export interface SendGame {
  /** Record is the game as text (docs/record.md). It names bots and the sender; others are "?". */
  record: string;
  /** Seat is the sender's. */
  seat: number | null;
}

/** SentGame is the answer to it. */
export interface SentGame {
  table: string;
  /** Path is where its replay can be seen: "/r/<table>". */
  path: string;
}

/** CreateHere is the body of POST /here, which only a device answers: a table at which several people play on that device, and whose game begins at once. */
export interface CreateHere extends Settings {
  /** People are their names by seat; at most as many as the table has seats. A seat has a person or a bot. */
  people: string[];
  bots: string[];
}

/** Info is what the rest of the program needs to know about a game to offer it. */
export interface Info {
  /** ID names the game in records, paths and locales: "duel". */
  id: string;
  /** Rules is the edition of the rules as implemented; it changes when old records would play differently. */
  rules: string;
  min_seats: number;
  max_seats: number;
  options: Option[];
  /** Categories are the columns of the score sheet, in the order of Result.Parts; texts under "<game>.score.<category>". */
  categories: string[];
  /** WonBy are the ways to win, as Result.WonBy names them. */
  won_by: string[];
  /** Simultaneous games have several seats choose at once, and choices can be withdrawn. */
  simultaneous: boolean;
  /** NoUndo says that no move is ever taken back. */
  no_undo?: boolean;
}

/** Error is a refusal. Its text in the reader's language is in the locales under "refusal.<reason>" or, if there is none, "error.<code>". */
export interface Error {
  /** Code is one of the codes of mirabilia/game, or CodeUnavailable, or CodeInternal. */
  code: string;
  /** Reason is a stable word for the cause. */
  reason: string;
  /** Message says in English what was wrong and what is allowed. */
  message: string;
  /** Allowed are the legal moves of the seat, if it must decide and its move was refused. */
  allowed?: string[];
  /** Work is what the client can do so that the same request is heard, with the answers. */
  work?: Work;
}

/** Passkey is a key that lets a person in. */
export interface Passkey {
  id: string;
  name: string;
  /** Created and Used are when it was made and last used. */
  created: number;
  used: number;
  /** Agent is the kind of browser that it was added with; left out if it is not known. Linked says that another device's code had let that browser in. */
  agent?: string;
  linked?: boolean;
  /** Limited is until when what signs in with it is limited; left out if it is not. */
  limited?: number;
  /** Asleep says that it lets nobody in, because the account was recovered since, until the person says that it is theirs. */
  asleep?: boolean;
}

/** Measure is what a host has decided about a person, as the person is told. */
export interface Measure {
  kind: string;
  /** Reason is in the host's words. Rule is set instead if it follows from a rule: "leaving", if three of the last ten games were not finished, or "sandbagging", if three rated games of a day were given up within ten moves. */
  reason: string;
  rule?: string;
  at: number;
  /** Until is how long it lasts; 0 means that it has no end. */
  until: number;
}

/** Token lets a program play as a bot of its owner. */
export interface Token {
  /** Person is the id the program plays under. */
  person: string;
  name: string;
  /** Token is the secret for the Authorization header; only the answer that makes the token has it. */
  token?: string;
  created: number;
}

/** Settings is what a table is opened with. */
export interface Settings {
  game: string;
  /** Seats is the number of seats. */
  seats: number;
  options?: Record<string, string>;
  clock: Clock;
  /** Public tables are in the list of open tables, and anyone may join or watch. */
  public: boolean;
  /** Rated games have no undo, and with two seats they are lost on time. */
  rated: boolean;
  /** HideUnseen takes the list of unseen cards off Duel's board while the game lasts, for players who would rather remember. The list follows from what everyone has seen, so views keep it. */
  hide_unseen?: boolean;
  /** Takeover is the bot that plays on for a player who leaves or runs out of time; empty means the default. */
  takeover?: string;
  /** FirstMove is how many seconds everybody has for the first move: until everybody has moved, whoever is late or resigns ends the game without a result. 0: there is no such limit. The server says it. */
  first_move?: number;
  /** Tournament is what the game is a part of; null for others. Only the server opens such tables. */
  tournament?: InTournament;
}

/** Table is what everyone at a table may know of it, apart from the game itself. */
export interface Table extends Settings {
  id: string;
  /** Rules is the edition of the rules. */
  rules: string;
  /** Status is "lobby", "playing", "finished" or "closed". */
  status: string;
  /** Closed says why a table was closed before its game was over: one of the Closed words. */
  closed?: string;
  /** Late is the seat because of which a game was aborted. */
  late?: number;
  /** Owner is the id of the host: the person who may configure, invite and start. */
  owner: string;
  places: Seat[];
  created: number;
  started?: number;
  finished?: number;
  deal: Deal;
  /** Undo is the request to take back a decision that is waiting for answers. */
  undo?: UndoRequest;
  /** Claim says that the win is claimed because a seat is gone. */
  claim?: WinClaim;
  /** Rematch are the seats that want to play again. */
  rematch?: number[];
  /** Next is the id of the table of the rematch. */
  next?: string;
  /** Trial says that the game began in the middle of another one, to try it from there: it has no record. */
  trial?: boolean;
}

/** Gone is a seat that is to decide and connected nowhere. */
export interface Gone {
  seat: number;
  /** From is from when on the win can be claimed, by the server's clock. */
  from: number;
}

/** Watcher is somebody who may watch a private table; the command expel puts them out. */
export interface Watcher {
  person: string;
  name: string;
}

/** Frame is the game as one viewer sees it at one moment. */
export interface Frame {
  /** Decision is how many decisions have been taken that this viewer knows of. */
  decision: number;
  /** View is the game's own view struct for this viewer. An update to a socket that asked for differences may have Patch instead. */
  view?: unknown;
  /** Patch is the difference of the view to the one told before on this socket (docs/api.md). */
  patch?: unknown;
  /** Moves are the legal moves of this viewer's seat, if it must decide. */
  moves: string[];
  /** Owing are the seats that must decide. */
  owing: number[];
  /** Now is the server's clock when the frame was made, by which Clocks are to be read. */
  now: number;
  /** Clocks of the seats; empty at a table without a clock. */
  clocks?: SeatClock[];
  /** Undo says whether this seat can take back its last decision: "", "free" or "ask". */
  undo: string;
  /** Withdraw says that this seat's choice can still be withdrawn. */
  withdraw: boolean;
  /** Result is there when the game is over. */
  result?: Result;
}

/** LogEntry is one thing that happened at a table, as one viewer may know it. */
export interface LogEntry {
  seq: number;
  at: number;
  what: string;
  /** Seat is the seat concerned, if any. */
  seat: number | null;
  /** To is a second seat, if any. */
  to: number | null;
  /** Bot says that a bot decided. */
  bot?: boolean;
  /** Name names the person who acted. It is empty if the seat already tells. */
  name?: string;
  text?: string;
  n?: number;
  /** Move is the decision as text; only its own seat is told. */
  move?: string;
  /** Events are what the decision did, in the game's own words. */
  events?: Event[];
  /** Undone says that the decision has been taken back since. */
  undone?: boolean;
  /** Undoes are the numbers of the lines that it takes back, of those that its receiver was told; only updates have it. */
  undoes?: number[];
}

/** ChatLine is one thing that somebody at a table said. */
export interface ChatLine {
  /** N is the number of the line at its table. */
  n: number;
  at: number;
  /** Seat is the person's now; null if they have none. */
  seat: number | null;
  person: string;
  name: string;
  text: string;
}

/** CommandData are the fields of all commands; each type says which it reads. */
export interface CommandData {
  seat?: number;
  nonce?: string;
  /** Commitment is the SHA-256 of the nonce's text, in hex. */
  commitment?: string;
  bot?: string;
  move?: string;
  accept?: boolean;
  text?: string;
  /** Board is the board that is meant, from 1, in a match on several. */
  board?: number;
  settings?: Settings;
  /** Person is the id of somebody who watches. */
  person?: string;
}

/** TableSummary is a table in a list. */
export interface TableSummary extends Settings {
  id: string;
  status: string;
  owner: string;
  places: Seat[];
  /** Owing are the seats that must decide. */
  owing: number[];
  /** Decision is how many decisions have been taken. */
  decision: number;
  /** Winners of a finished game. */
  winners?: number[];
  won_by?: string;
  /** Standings and Scores are the places and scores of a finished game by seat, as in Result. Games that ended before they were listed have none. */
  standings?: number[];
  scores?: number[];
  created: number;
  updated: number;
  /** Deadline is when the first running clock runs out. */
  deadline?: number;
  /** Seat is the client's own; null if it has none. */
  seat: number | null;
  /** YourTurn says that the client must decide. */
  your_turn: boolean;
  /** Trial says that the game began in the middle of another one. */
  trial?: boolean;
  /** Unreadable says that what is kept of the table cannot be read; its host can cut it back. */
  unreadable?: boolean;
}

/** ReplayFrame is the game after one decision; the first is the deal. */
export interface ReplayFrame {
  /** Seat is the one that decided; null in the first frame. */
  seat: number | null;
  /** Move is the decision as text; finished games keep no secrets. */
  move?: string;
  at: number;
  bot?: boolean;
  /** Events as the viewer saw them. */
  events?: Event[];
  view: unknown;
  owing: number[];
}

/** Result is the outcome of a game; lists are by seat. */
export interface Result {
  /** WonBy is one of the game's own ways to win, or "resignation", "time" or "absence". */
  won_by: string;
  winners: number[];
  places: number[];
  scores: number[];
  /** Parts are the scores by the game's categories, by seat. */
  parts: number[][];
}

/** AnalysedBy is a person whose device has sent an analysis. */
export interface AnalysedBy {
  person: string;
  name: string;
  at: number;
  /** Older says that it was made with another network than the one this server has. */
  older?: boolean;
}

/** Clock is how much time the seats have. */
export interface Clock {
  /** Kind is "none", "live" or "days". */
  kind: string;
  /** Base is what each seat starts with, in seconds (live). */
  base?: number;
  /** Increment is what a seat gains when it has decided, in seconds (live). */
  increment?: number;
  /** Days is the time for each decision (days). */
  days?: number;
}

/** TournamentSummary is a tournament as lists show it. */
export interface TournamentSummary extends TournamentPlan {
  id: string;
  /** State is "announced", "running", "finished" or "cancelled". */
  state: string;
  /** Asked says that the host has not yet answered whether it may be public. */
  asked?: boolean;
  /** Organiser is their name; empty if they have left. */
  organiser?: string;
  /** Why it was called off: one of the Cancelled words, or what the organiser or the host said. */
  why?: string;
  /** Players is how many take part, and First the names of those who are ahead, five at most. */
  players: number;
  first: string[];
  /** Podium are the first three of a finished tournament with their points. */
  podium?: TournamentPoints[];
  /** Ends is when an arena ends, or the round of a Swiss tournament; 0 before it begins. */
  ends?: number;
  /** Round is the one that is played, from 1. */
  round?: number;
  /** Joined says that the client takes part. */
  joined?: boolean;
}

/** TournamentRow is a player in the standings. */
export interface TournamentRow {
  place: number;
  /** Name is empty for somebody who was forgotten. Kept says that there is a profile under it. */
  name?: string;
  kept?: boolean;
  /** Rating is what it was when the player joined; 0 for guests. */
  rating?: number;
  /** Points and Buchholz are in halves in a Swiss tournament. */
  points: number;
  buchholz?: number;
  /** Difference is the sum of the differences of points in all matches (duplicate). */
  difference?: number;
  cells: TournamentCell[];
  /** State is "waits", "plays", "rests" or "left", and Table where the player plays. */
  state: string;
  table?: string;
}

/** TournamentTable is a game of a tournament. */
export interface TournamentTable {
  table: string;
  /** Players are rows of the standings, from 0, in the order of their seats. */
  players: number[];
  began: number;
  /** Points are what it brought to each, in halves, when it is over (Swiss). */
  points?: number[];
  over?: boolean;
  /** Sealed says that only those who play there see the table until the round is over (duplicate). */
  sealed?: boolean;
}

/** TournamentYou is what a tournament is to somebody. */
export interface TournamentYou {
  /** Row is the client's in the standings, from 0; left out if there is none. */
  row?: number;
  /** Joined says that the client takes part, and State is as in the standings. */
  joined: boolean;
  state?: string;
  /** Table is where the client plays. */
  table?: string;
  /** Skips says that the client misses the next round, and MaySkip that this brings half a point. */
  skips?: boolean;
  may_skip?: boolean;
  /** MayJoin says that the client can join now; otherwise CannotJoin is the reason word of the refusal. */
  may_join: boolean;
  cannot_join?: string;
  /** Organises says that the client may start, end and call off, and Hosts that the client is a host of the server. */
  organises?: boolean;
  hosts?: boolean;
}

/** TournamentDeal is how all tables of a round are dealt. Until the round is over, nobody but those who play sees anything of its boards. */
export interface TournamentDeal {
  round: number;
  /** Commit is the SHA-256 of the secret that the deal is made of, in hex; it is known before the first round is paired. Secret is left out until the round is over. */
  commit: string;
  secret?: string;
}

/** Device is a browser in which a person is signed in. */
export interface Device {
  id: string;
  /** Agent is the kind of browser; empty if it is not known. */
  agent?: string;
  /** Seen is about when it was last used. */
  seen: number;
  /** Here says that it is the one that asks. */
  here: boolean;
  /** Limited is as in Session. */
  limited?: number;
}

/** Rating is how strong a person is at a game, and how sure that is. */
export interface Rating {
  /** Game is the game as it is rated: Duel with Pantheon has a rating of its own. */
  game: string;
  /** Points is the estimate; the true strength lies within Margin of it, 19 times of 20. */
  points: number;
  margin: number;
  /** Provisional says that it rests on too little to be compared. */
  provisional: boolean;
  /** Games is how many rated games it rests on. */
  games: number;
}

/** SeatRating is what is at stake for a person. */
export interface SeatRating {
  seat: number;
  /** Before is the rating before the game, and After the one that it led to; nil while it is played. */
  before: Rating;
  after?: Rating;
  /** First and Last are by how many points the rating would change with the first and with the last place. Both are 0 if the game does not count. */
  first: number;
  last: number;
}

/** Seek is somebody who looks for opponents. */
export interface Seek extends SeekRequest {
  id: string;
  /** Since is when it began. Low and High are between which ratings it looks now. */
  since: number;
  low: number;
  high: number;
  /** Usual is for how many milliseconds people usually wait for it; left out if too few have. */
  usual?: number;
  /** Seats is how many seats the table will have. */
  seats: number;
}

/** Call is a game that was found. */
export interface Call {
  id: string;
  game: string;
  days: boolean;
  rated: boolean;
  /** Left is how many milliseconds are left to answer. */
  left: number;
  people: Called[];
  /** Bots is how many seats bots take. */
  bots: number;
  /** Table is the table, once everybody has sat down. */
  table?: string;
}

/** PoolCount is how many people look for the same. */
export interface PoolCount {
  game: string;
  days: boolean;
  rated: boolean;
  /** Waiting is how many there are, and Bots how many of them would begin with bots. */
  waiting: number;
  bots: number;
}

/** PushDevice is a browser on which the person is told things. */
export interface PushDevice {
  id: string;
  agent: string;
  since: number;
  /** Reached is when its push service last took a message; left out if never. */
  reached?: number;
  /** Here says that it is the client's own. */
  here: boolean;
}

/** Notices are what a person wants to be told, and when: the body of PUT /api/notices. */
export interface Notices {
  /** Lang is the language of messages, and Zone the person's time zone, such as Europe/Budapest. */
  lang: string;
  zone: string;
  /** Turn tells that it is the person's turn in a game over days, Time that their time runs out, and Live that it is their turn in a live game. */
  turn: boolean;
  time: boolean;
  live: boolean;
  /** Call tells that an opponent was found, Ask that somebody asks them to a table or a rematch or has come, Cup that they are paired in a tournament, and Chat that somebody writes at their table. */
  call: boolean;
  ask: boolean;
  cup: boolean;
  chat: boolean;
  /** Title lets the page's title and icon tell how many games wait. */
  title: boolean;
  /** Quiet keeps messages back between From and To, in minutes of the person's day. Wake lets through that a game is about to be lost on time. */
  quiet: boolean;
  from: number;
  to: number;
  wake: boolean;
  /** Silent keeps messages back until the person's day ends. */
  silent: boolean;
}

/** Away is a person's holiday. Their clocks of days are stopped during it. */
export interface Away {
  away: boolean;
  /** Until is when it ends at the latest; left out if there is none. */
  until?: number;
  /** Left is how many days are left of this year's. */
  left: number;
}

/** Shunned is somebody whom the client mutes or blocks. */
export interface Shunned {
  person: string;
  name: string;
  /** Blocked says that the two never meet: they are not paired, sit at no table together, and the client reads nothing of the other. Otherwise the client only reads nothing. */
  blocked: boolean;
  /** Since is when it began. */
  since: number;
}

/** HostReport is a report as hosts see it. */
export interface HostReport {
  id: string;
  at: number;
  /** By is its author; empty if forgotten. */
  by: string;
  by_name: string;
  /** Person is whom it is about. */
  person: string;
  name: string;
  reason: string;
  text: string;
  /** Table is where it happened; empty if it names none. Lines are what was said there around it. */
  table?: string;
  lines: ReportedLine[];
  /** Closed is when it was decided; 0 means that it is still open. */
  closed: number;
  /** Deeds is what hosts did about the person before, the latest first. */
  deeds: Deed[];
}

/** Deed is an entry of the journal of what hosts did. */
export interface Deed {
  n: number;
  at: number;
  /** By is the host, and ByName what the host is called; both are empty if forgotten. "console" stands for whoever acted at the command line, and "rules" for what follows without a host; the reason is then the name of the rule. */
  by: string;
  by_name: string;
  /** Kind is a measure, or "lift_" and a measure, or "dismiss", "rename", "recovered", "sign_out", "exported", "deleted", "end", "host", "no_host". */
  kind: string;
  /** Person is whom it concerns; empty if nobody, or if forgotten. */
  person: string;
  name: string;
  reason: string;
  /** Until is how long it lasts; 0 means that it has no end, or does not last. */
  until: number;
  report?: string;
}

/** HostPerson is somebody as hosts see them. */
export interface HostPerson {
  person: string;
  name: string;
  kept: boolean;
  /** Created is when the person came, and Seen about when they were last here. */
  created: number;
  seen: number;
  /** Measures are those that last. */
  measures: Measure[];
  /** Reports is how many there are about the person. */
  reports: number;
  /** Aborts is how many games the person has aborted within a day; Played and Finished are those of Profile. */
  aborts: number;
  played: number;
  finished: number;
  /** Together are the names of those who kept theirs on the same day and from the same address, in the last two days. */
  together?: string[];
}

/** PoolWait is a pool in which people wait. */
export interface PoolWait extends PoolCount {
  /** Usual is how many milliseconds people usually wait; 0: too few are known. */
  usual: number;
}

/** WorkDone is work that was done. */
export interface WorkDone {
  task: string;
  /** Answers are the numbers, in the order of the parts. */
  answers: number[];
}

/** Friend is a friend of the client. */
export interface Friend {
  name: string;
  /** Here says that the friend was here a moment ago; false also if the friend does not tell. */
  here: boolean;
  /** Table is a game of the friend that everybody may watch, and Game what is played there as it is rated; empty if there is none. */
  table?: string;
  game?: string;
}

/** Ask is a table to which somebody is asked. */
export interface Ask {
  id: string;
  /** From is the name of whoever asks. */
  from: string;
  /** Game is the game as it is rated; empty if it has options with which it is not. Rated says that it counts. */
  game: string;
  rated: boolean;
  /** Table is the table. A client that says yes may sit down there. */
  table: string;
  /** Left is for how many milliseconds the client is asked. */
  left: number;
}

/** Score is a rating with what it rests on. */
export interface Score extends Rating {
  /** Won is how many of the rated games were won, alone or shared. */
  won: number;
  /** Place is the person's among Of people in the leaderboard; 0: not listed. */
  place: number;
  of: number;
  /** Change is by how many points the rating has changed in 30 days. */
  change: number;
}

/** RecentGame is a finished game of a person. */
export interface RecentGame {
  table: TableSummary;
  /** Seat is the person's. */
  seat: number;
  /** Rated says that the game counted, and Change by how many points it changed the person's rating. */
  rated: boolean;
  change: number;
}

/** RatingPoint is a rating at a time. */
export interface RatingPoint {
  at: number;
  points: number;
  margin: number;
}

/** BotRating is the place of a level of bots on the scale. */
export interface BotRating {
  level: number;
  points: number;
}

/** WayCount is how often games were won and lost in a way. */
export interface WayCount {
  won_by: string;
  won: number;
  lost: number;
}

/** PartOfMean is the mean of a category's points, in tenths. */
export interface PartOfMean {
  category: string;
  mean: number;
}

/** WonderCount is how often somebody has built a wonder, or played its city, and won. */
export interface WonderCount {
  wonder: string;
  built: number;
  won: number;
}

/** Both is how two people have played against each other, as the client sees it. */
export interface Both {
  won: number;
  lost: number;
  shared: number;
  /** Last are how the last five games ended, the latest last. */
  last: string[];
  /** Chance is the client's to finish before the person today, in percent; 0 if one of them has no rating. */
  chance: number;
}

/** Ranked is a person in a leaderboard. */
export interface Ranked extends Score {
  name: string;
  /** You says that it is the client. */
  you: boolean;
}

/** Option is one choice made before a game is dealt. Its texts are in the locales under "<game>.option.<key>" and "<game>.option.<key>.<value>". */
export interface Option {
  key: string;
  /** Default is the value taken when none is given. */
  default: string;
  /** Values are the allowed ones; empty means free text that the game itself checks. */
  values?: string[];
}

/** Work is what an address does before it may try a further recovery code: for each part, from 0, find a number such that the SHA-256 of three things, the SHA-256 of the task, the part and the number (four bytes each, the greatest first), begins with so many zero bits. It is for one try at one name within three minutes. */
export interface Work {
  task: string;
  bits: number;
  parts: number;
}

/** InTournament is what a tournament demands of one of its games. Such a game has no undo and no rematch, and with two seats it is lost on time, also by whoever does not make the first move in time. Everybody who knows the id of the table may watch, unless all tables of its round are dealt alike: then only those who play see it until the round is over. */
export interface InTournament {
  id: string;
  /** Kind of the tournament: "arena", "swiss" or "duplicate". */
  kind: string;
  /** Until is when the game must be over. Whoever owes a decision then runs out of time; 0: never. */
  until?: number;
  /** Round is the one of a duplicate tournament, all of whose tables are dealt alike; 0 in all others. */
  round?: number;
}

/** Seat is one place at a table and who holds it. */
export interface Seat {
  seat: number;
  kind: string;
  /** Person is the id of the person or program; empty for bots and open seats. */
  person?: string;
  name?: string;
  /** Kept says that the name is the person's own: there is a profile under it. */
  kept?: boolean;
  /** Bot is the bot that plays the seat: of a bot's seat always, of a person's while Away is set. */
  bot?: string;
  /** Away says why a bot stands in for the person: one of the Away words, or empty. */
  away?: string;
  /** Holiday says that the person is on holiday: a clock of days stands. */
  holiday?: boolean;
  /** Nonce says that the person's client has added its share to the deal: a nonce, or a commitment to one. */
  nonce?: boolean;
  /** Revealed says that the client has revealed the nonce that it committed to. */
  revealed?: boolean;
}

/** Deal is the proof of a fair deal (docs/api.md): commitments are told from the beginning, the rest when the game is over. */
export interface Deal {
  /** Commit is the SHA-256 of Secret, in hex. */
  commit: string;
  secret?: string;
  /** Nonces are what the seats' clients added, by seat; "-" for bots and for seats that added nothing. */
  nonces?: string[];
  /** Commitments are the SHA-256 of the nonces' texts in hex, by seat; "-" for seats without one. There is no list while nobody has committed. */
  commitments?: string[];
  /** RevealBy is set while the deal waits for people to reveal the nonces that they committed to: seats and commitments are fixed, and nonces that are not there by this time are left out. */
  reveal_by?: number;
  seed?: string;
}

/** UndoRequest is a request to take back moves that waits for the agreement of the other people at the table. */
export interface UndoRequest {
  seat: number;
  /** Decisions is how many decisions would be taken back. */
  decisions: number;
  /** Waiting are the seats that have not answered. */
  waiting: number[];
}

/** WinClaim says that the win is claimed because a seat is gone. */
export interface WinClaim {
  seat: number;
  /** Until is how long the seat has to come back, by the server's clock. */
  until: number;
}

/** SeatClock is the time of one seat. */
export interface SeatClock {
  /** Left is what the seat has left, as of the frame's Now. */
  left: number;
  /** Running says that the seat's time is running. */
  running: boolean;
  /** Deadline is when it runs out, if it is running. */
  deadline?: number;
  /** First says that the deadline is that of the first move, see Settings.FirstMove. */
  first?: boolean;
}

/** Event is one thing that happened while a move was played, for logs, animations and screen readers. One flat form serves all games; the code that adds an event says which fields it fills. Its sentence is in the locales under "<game>.log.<type>", with {seat}, {to}, {what}, {with} and {n} to fill in. */
export interface Event {
  /** Type is the kind of event: "build", "pay", "reveal", in snake_case. */
  type: string;
  /** Seat is the seat that did it or had it happen; null where nobody is meant. */
  seat: number | null;
  /** To is the other seat concerned; null where nobody is meant. */
  to: number | null;
  /** What is the id of the thing it is about: a card, a wonder, a token, a die. */
  what?: string;
  /** With is the id of a second thing: the card used for a wonder, the space marked by a die. */
  with?: string;
  /** N is how many: coins, shields, points, the number of an age. */
  n?: number;
  /** Board is the board it happened on, from 1, in a match on several; its type is then one of the game on that board. Seats are those of the table all the same. */
  board?: number;
}

/** TournamentPoints is somebody with their points, in halves in a Swiss tournament. A person who was forgotten has no name. */
export interface TournamentPoints {
  name?: string;
  points: number;
}

/** TournamentCell is a game of an arena, or a round of a Swiss tournament. */
export interface TournamentCell {
  /** Kind is "played", "running", "bye", "half" or "missed". */
  kind: string;
  points: number;
  /** Opponents are rows of the standings, from 0. */
  opponents?: number[];
  table?: string;
  /** Doubled says that it counted double, after two victories in a row. */
  doubled?: boolean;
}

/** Called is somebody whom a call concerns. */
export interface Called {
  name: string;
  you: boolean;
  yes: boolean;
  rating?: Rating;
}

/** ReportedLine is a line of the chat in a report. */
export interface ReportedLine {
  person: string;
  name: string;
  at: number;
  text: string;
}
