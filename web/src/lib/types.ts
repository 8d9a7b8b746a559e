// The generated types under names that do not hide the browser's own.
export type {
  Catalogue,
  Clock as ClockSettings,
  Command,
  CommandData,
  CreateTable,
  Envelope,
  Error as Refused,
  Event as GameEvent,
  Frame,
  Info,
  Invite,
  Option as GameOption,
  Replay,
  ReplayFrame,
  Result,
  Seat as Place,
  SeatClock,
  Settings,
  Table,
  TableList,
  TableSummary,
  Update,
} from '../gen/types';

import type { LogEntry as Line, Session as Who, Snapshot as Whole } from '../gen/types';

// What the second version of the API adds; a server of the first leaves it out.
export type LogEntry = Line & {
  /** The lines that this one takes back. */
  undoes?: number[];
};
export type Session = Who & { api?: number };
export type Snapshot = Whole & { log_more?: boolean; chat?: ChatLine[] };
export interface Hello {
  api: number;
}
export interface LogPage {
  log: LogEntry[];
  more?: boolean;
}
export interface ChatLine {
  n: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}
export interface Chat {
  lines: ChatLine[];
}
