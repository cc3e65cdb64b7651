import type { Permission, Scope } from '#contract/access.ts';
import type { FieldError } from '#contract/errors.ts';
import type { ChangeRules } from './changes.ts';
import type { Channel } from './channels.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Files, UploadedFile } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Mailer } from './mail.ts';
import type { PostingSource } from './postings.ts';
import type { SafeMode } from './safeMode.ts';
import type { sealer, signer } from './secrets.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SQL } from 'drizzle-orm';

/** A signed-in office user, looked up for each request. */
export interface Staff {
  userId: number;
  sessionId: string;
  name: string;
  email: string;
  /** Not a contractor nor an outside lawyer (rulings.md 33). */
  colleague: boolean;
  /** The second sign-in step is still due: the session can do nothing else. */
  secondStepDue: boolean;
  grants: ReadonlyMap<Permission, Scope>;
  /** Projects whose team has this user. */
  projectIds: readonly number[];
  /** "Ver como": grants, teams and rows are those of a role or of another user, and writes are refused. */
  viewAs: { kind: 'role' | 'user'; id: number; name: string; until: Date } | null;
}

/** A customer's browser: the sales that were opened in it. */
export interface Client {
  sessionId: string;
  saleIds: readonly number[];
  /** Signers of documents whose link was opened here, by their ids. */
  signs: readonly number[];
  /** Sales verified here with a one-time code, and until when. */
  verifiedUntil: ReadonlyMap<number, Date>;
}

/** Whether the caller may open a record: the record's own access rule, in one query. */
export type RecordRule = (ctx: Context, id: number) => Promise<boolean>;

/**
 * A `where` over `files` for files that belong to a record through other records (the documents and payment proofs of a
 * sale), limited to what the caller may open. Null for none.
 */
export type RecordFiles = (ctx: Context, id: number) => Promise<SQL | null>;

/**
 * Valid parts of a record that still need a newer version, by part id. The value is the day (YYYY-MM-DD) that the new
 * version must outlive. Provided by the feature that needs them.
 */
export type WantedAnew = (
  ctx: Pick<Context, 'db' | 'now'>,
  id: number,
) => Promise<ReadonlyMap<number, string>>;

/** What a module tells a buyer about a sale in one sentence; null when there is nothing to tell. */
export type Teller = (ctx: Pick<Context, 'db' | 'now' | 'knows'>, saleId: number) => Promise<string | null>;

/**
 * Why a record of a lower feature may not be changed now, as a sentence; null: nothing is in its way. The ids are those of
 * the change: `cerrar_periodo` has the book and the month, `deshacer_extracto` the statement.
 */
export type Guard = (ctx: Pick<Context, 'db'>, ...ids: number[]) => Promise<string | null>;

/** The application's services, for use cases. */
export interface Services {
  config: Config;
  files: Files;
  jobs: Jobs;
  mail: Mailer;
  safeMode: SafeMode;
  sign: (purpose: string) => ReturnType<typeof signer>;
  seal: (purpose: string) => ReturnType<typeof sealer>;
  /** The access rule of each kind of record that can have comments and files. */
  records: ReadonlyMap<string, RecordRule>;
  recordFiles: ReadonlyMap<string, readonly RecordFiles[]>;
  /** Columns that features add to a query over each kind of record, by name. */
  knows: ReadonlyMap<string, Readonly<Record<string, SQL>>>;
  /** Providers of the parts that need a newer version, by kind of part. */
  wantedAnew: ReadonlyMap<string, WantedAnew>;
  /** Sentences for buyers that features above provide, by topic. */
  tells: ReadonlyMap<string, Teller>;
  /** What features above have against a change, by its name. */
  guards: ReadonlyMap<string, Guard>;
  /** Followers and keepers of record changes. */
  changes: ChangeRules;
  /** What records say to the books, by kind of record. */
  postings: ReadonlyMap<string, readonly PostingSource[]>;
  /** The ways by which notices leave the application, by name. */
  channels: ReadonlyMap<string, Channel>;
}

/** Everything a use case may use. For writes, `db` is the request's one transaction. */
export interface Context extends Services {
  db: Db;
  now: Date;
  log: FastifyBaseLogger;
  requestId: string;
  ip: string;
  userAgent: string;
  staff: Staff | null;
  client: Client | null;
  /** On what is for customers only: the user of the office who is signed in in the same browser. */
  besideStaff: number | null;
  /** Files of a multipart body, by field. */
  uploads: ReadonlyMap<string, readonly UploadedFile[]>;
  /** Faults of files that an endpoint with `keepsFiles` did not accept. */
  refusedFiles: readonly FieldError[];
  /** The secret behind this browser's CSRF tokens; identifies the browser before it has a session. */
  visitor: string | null;
  /** Identifies the browser after a person has proved their identity in it; null before. */
  device: string | null;
  /**
   * In an endpoint with `ownTransactions`: runs a use case in its own transaction and its effects after the commit. With
   * `once`, a repeated Idempotency-Key gets the first answer instead. Elsewhere it runs in the request's transaction.
   */
  transaction<A>(act: (ctx: Context) => Promise<A>, options?: { once?: boolean }): Promise<A>;
  /** Sets a cookie on the response, after the commit. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  /** Runs after the commit. */
  afterCommit(action: () => void | Promise<void>): void;
}

/** What a use case needs to change data, in a request, in a job or in the demo's past. */
export type Acting = Pick<Context, keyof Services | 'db' | 'now' | 'log' | 'staff' | 'client'> &
  Partial<Pick<Context, 'ip' | 'userAgent' | 'requestId'>>;

/** The cookie that holds `device`. */
export const DEVICE_COOKIE = 'llave_equipo';

export interface CookieOptions {
  /** Seconds; 0 clears the cookie. */
  maxAge: number;
  /** Readable by scripts: for display only. */
  readable?: boolean;
}

/** The signed-in user, for endpoints whose access guarantees one. Throws if there is none. */
export function staffOf(ctx: Pick<Context, 'staff'>): Staff {
  if (!ctx.staff) throw new Error('no signed-in user here: the endpoint lets others in');
  return ctx.staff;
}

/** A row scope for the `where` of a query: the rows that the caller may see with this permission. */
export interface RowScope {
  scope: Scope;
  userId: number;
  projectIds: readonly number[];
  /** Works for the company itself; an outside lawyer does not. */
  colleague: boolean;
}

/** The user whose rows count as "own": the person viewed as ("Ver como"), else the signed-in user. */
const eyesOf = ({ userId, viewAs }: Staff): number => (viewAs?.kind === 'user' ? viewAs.id : userId);

/** The caller's row scope for a permission; null if it is not granted. */
export function scopeOf(ctx: Pick<Context, 'staff'>, permission: Permission): RowScope | null {
  const { staff } = ctx;
  const scope = staff?.grants.get(permission);
  if (!staff || !scope) return null;
  const { projectIds, colleague } = staff;
  return { scope, userId: eyesOf(staff), projectIds, colleague };
}
