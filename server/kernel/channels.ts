import type { Acting } from './context.ts';

/** What a channel may use: the caller's transaction, and the services that send later. */
export type Telling = Pick<Acting, 'db' | 'now' | 'jobs' | 'mail' | 'config' | 'channels'> &
  Partial<Pick<Acting, 'staff'>>;

/** A notice for one colleague. */
export interface StaffNotice {
  id: number;
  userId: number;
  kind: string;
  /** One complete sentence. */
  text: string;
  /** Path in the office. */
  url: string;
  /** The record it is about: a later notice about the same record takes its place. */
  about: string;
  urgent: boolean;
  /** A mail that says more than the sentence. */
  mail?: { kind: string; template: string; values: Readonly<Record<string, string>> } | undefined;
}

/** A message for the customers of one record, who have no list of notices. */
export interface CustomerNotice {
  /** Unique key of the event: a repeat sends nothing. */
  event: string;
  about: string;
  /** Name of the event's text, which each channel words by its own template. */
  template: string;
  values: Readonly<Record<string, string>>;
  /** Path of the customer's page. */
  url: string;
  /** The customer sessions in which the record is open. */
  sessions: readonly string[];
  urgent: boolean;
  /** Not before: the night of the recipient. */
  after?: Date | undefined;
}

/**
 * One way by which a notice leaves the application (push, mail). A feature registers its own in `Module.channels`; it
 * writes what is to be sent in the caller's transaction, and a job sends it.
 */
export interface Channel {
  /** Of these users, those who have set this channel up; without it, everybody has. */
  users?(ctx: Telling, userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Returns the users whom it should reach and cannot any more: another channel takes these notices. */
  toStaff?(ctx: Telling, notices: readonly StaffNotice[]): Promise<ReadonlySet<number>>;
  toCustomers?(ctx: Telling, notice: CustomerNotice): Promise<void>;
}
