import type { Permission, Scope } from '#contract/access.ts';
import type { FieldError } from '#contract/errors.ts';
import type { ChangeRules } from './changes.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Files, UploadedFile } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Mailer } from './mail.ts';
import type { SafeMode } from './safeMode.ts';
import type { sealer, signer } from './secrets.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SQL } from 'drizzle-orm';

/** A signed-in user of the office, as looked up for each request. */
export interface Staff {
  userId: number;
  sessionId: string;
  name: string;
  email: string;
  /** Not a contractor nor an outside lawyer (rulings.md 33). */
  colleague: boolean;
  /** The second step is still due: good for nothing else. */
  secondStepDue: boolean;
  grants: ReadonlyMap<Permission, Scope>;
  /** Projects whose team has this user. */
  projectIds: readonly number[];
  /** "Ver como": grants, teams and rows are those of a role or of another person, and nothing may be changed. */
  viewAs: { kind: 'role' | 'user'; id: number; name: string; until: Date } | null;
}

/** A customer's browser: the sales that were opened in it. */
export interface Client {
  sessionId: string;
  saleIds: readonly number[];
  /** Sales for which a one-time code was given here, and until when. */
  verifiedUntil: ReadonlyMap<number, Date>;
}

/** Whether the caller may open a record: the record's own access, in one query. */
export type RecordRule = (ctx: Context, id: number) => Promise<boolean>;

/**
 * Files that belong to a record through others (the papers and proofs of a sale), as a `where` over `files`, for what the caller may open
 * of them; null for none.
 */
export type RecordFiles = (ctx: Context, id: number) => Promise<SQL | null>;

/**
 * Parts of a record that stand and yet are wanted anew, by their id, each with the day (YYYY-MM-DD) that the new one has to outlive:
 * told by whoever will need them.
 */
export type WantedAnew = (
  ctx: Pick<Context, 'db' | 'now'>,
  id: number,
) => Promise<ReadonlyMap<number, string>>;

/** What the parts of the house offer to a use case. */
export interface Services {
  config: Config;
  files: Files;
  jobs: Jobs;
  mail: Mailer;
  safeMode: SafeMode;
  sign: (purpose: string) => ReturnType<typeof signer>;
  seal: (purpose: string) => ReturnType<typeof sealer>;
  /** The rule of each kind of record that comments and files may belong to. */
  records: ReadonlyMap<string, RecordRule>;
  recordFiles: ReadonlyMap<string, readonly RecordFiles[]>;
  /** What features know of each kind of record, as the columns of a query over its table. */
  knows: ReadonlyMap<string, SQL>;
  /** Who tells which parts of a record are wanted anew, by the kind of part. */
  wantedAnew: ReadonlyMap<string, WantedAnew>;
  /** Who follows the changes of records. */
  changes: ChangeRules;
}

/** Everything a use case may touch. For writes `db` is the request's one transaction. */
export interface Context extends Services {
  db: Db;
  now: Date;
  log: FastifyBaseLogger;
  requestId: string;
  ip: string;
  userAgent: string;
  staff: Staff | null;
  client: Client | null;
  /** Files of a multipart body, by field. */
  uploads: ReadonlyMap<string, readonly UploadedFile[]>;
  /** Faults of files that an endpoint with `keepsFiles` did not take. */
  refusedFiles: readonly FieldError[];
  /** What this browser is known by before it has a session: the secret behind its CSRF tokens. */
  visitor: string | null;
  /** What it is known by after somebody proved here who they are; null while nobody has. */
  device: string | null;
  /**
   * In an endpoint with `ownTransactions`: runs a use case in one, its effects after its commit. With `once` a
   * repeat under the same Idempotency-Key gets the first answer instead. Elsewhere it runs in the request's own.
   */
  transaction<A>(act: (ctx: Context) => Promise<A>, options?: { once?: boolean }): Promise<A>;
  /** Sets a cookie on the answer, once the transaction has been committed. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  /** Runs once the transaction has been committed. */
  afterCommit(action: () => void | Promise<void>): void;
}

/** What a use case needs to change something: of a request, a job, or the demo's past. */
export type Acting = Pick<Context, keyof Services | 'db' | 'now' | 'log' | 'staff' | 'client'> &
  Partial<Pick<Context, 'ip' | 'userAgent' | 'requestId'>>;

/** Holds `device`. */
export const DEVICE_COOKIE = 'llave_equipo';

export interface CookieOptions {
  /** Seconds; 0 clears the cookie. */
  maxAge: number;
  /** Readable by scripts: for display only. */
  readable?: boolean;
}

/** The signed-in user of an endpoint whose access guarantees one. */
export function staffOf(ctx: Pick<Context, 'staff'>): Staff {
  if (!ctx.staff) throw new Error('no signed-in user here: the endpoint lets others in');
  return ctx.staff;
}

/** A row scope for the `where` of a query: whose rows of this permission the caller may see. */
export interface RowScope {
  scope: Scope;
  userId: number;
  projectIds: readonly number[];
}

/** Whose rows are one's own: the person that is looked as, else the signed-in user. */
const eyesOf = ({ userId, viewAs }: Staff): number => (viewAs?.kind === 'user' ? viewAs.id : userId);

/** The caller's scope of a permission; null when it is not granted. */
export function scopeOf(ctx: Pick<Context, 'staff'>, permission: Permission): RowScope | null {
  const { staff } = ctx;
  const scope = staff?.grants.get(permission);
  return staff && scope ? { scope, userId: eyesOf(staff), projectIds: staff.projectIds } : null;
}
