import type { FastifyInstance } from 'fastify';
import type { AccessRule } from '#contract/access.ts';
import { OWN_RECORDS, RECORDS, type RecordKind } from '#contract/records.ts';
import { waysOf } from '#server/kernel/auth.ts';
import type { Staff } from '#server/kernel/context.ts';
import { endpointsOf } from '#server/kernel/route.ts';

/** For each kind of record, the rules of the endpoints that show it. */
const rules = new WeakMap<FastifyInstance, ReadonlyMap<RecordKind, ReadonlySet<AccessRule>>>();

function rulesOf(app: FastifyInstance): ReadonlyMap<RecordKind, ReadonlySet<AccessRule>> {
  const known = rules.get(app.root);
  if (known) return known;
  const found = new Map<RecordKind, Set<AccessRule>>(RECORDS.map((kind) => [kind, new Set()]));
  for (const { shows = [], access } of endpointsOf(app))
    for (const kind of shows) for (const way of waysOf(access)) found.get(kind)!.add(way);
  rules.set(app.root, found);
  return found;
}

/**
 * Whether a colleague may hear that a record of this kind changed: an endpoint that shows it asks for a permission the
 * colleague has, or for none ('record', 'colleagues', 'public'). 'staff' and 'own' endpoints answer one's own work, which
 * says nothing about the records of others.
 */
function mayHear(staff: Staff, ways: ReadonlySet<AccessRule>): boolean {
  for (const way of ways)
    switch (way) {
      case 'public':
      case 'colleagues':
      case 'record':
        return true;
      case 'client':
      case 'staff':
      case 'own':
        break;
      default:
        if (staff.grants.has(way)) return true;
    }
  return false;
}

/** By what authentication answered: it keeps a session's user for some seconds. */
const heardBy = new WeakMap<Staff, ReadonlySet<string>>();

/**
 * The kinds of record whose changes the caller hears. None for contractors and outside lawyers, who hear of their own notices
 * alone: their rows are chosen one by one.
 */
export function kindsOf(app: FastifyInstance, staff: Staff): ReadonlySet<string> {
  if (!staff.colleague) return new Set();
  const known = heardBy.get(staff);
  if (known) return known;
  const kinds = new Set([...rulesOf(app)].flatMap(([kind, ways]) => (mayHear(staff, ways) ? [kind] : [])));
  heardBy.set(staff, kinds);
  return kinds;
}

/** A change that concerns one user alone: a notice, a setting. */
export const isOwn = ({ ofRecord, record }: { ofRecord: string | null; record: string }) =>
  ofRecord === 'user' && OWN_RECORDS.has(record);
