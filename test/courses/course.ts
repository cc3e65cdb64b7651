import { expect } from 'vitest';
import type { RecordKind } from '#contract/records.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import type { Browser, TestApp } from '../app.ts';
import { makePartner } from '../factories.ts';
import { outsideMoves } from './outside.ts';
import { payableMoves } from './payables.ts';
import { saleMoves } from './sales.ts';
import { workMoves } from './works.ts';

/** Something that people do with records that the books follow. */
export interface Move {
  name: string;
  /** The records that it makes the books write of. */
  of: readonly RecordKind[];
  run(): Promise<unknown>;
}

/** What the moves of a course share. */
export interface Base {
  llave: TestApp;
  companyId: number;
  /** An account of the company that payments may leave from; not always. */
  from(): number | undefined;
  /** A number from 0 to one below. */
  next(below: number): number;
}

/** A small generator, so that a failure repeats. */
export function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.trunc((state / 2_147_483_648) * below);
  };
}

type Answer = Awaited<ReturnType<Browser['get']>>;
/** A refusal of a random move is a sentence, never a fault. Returns whether it was taken. */
export function taken(answer: Answer): boolean {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect([401, 404, 429], answer.body).not.toContain(answer.statusCode);
  return answer.statusCode < 300;
}

/** Takes a random one out of a list. */
export const drawn = <A>(list: A[], next: Base['next']): A | undefined =>
  list.splice(next(Math.max(list.length, 1)), 1)[0];

/** A company of its own with people, projects and suppliers, and what they may do at random. */
export async function makeCourse(llave: TestApp, seed: number) {
  const next = randomly(seed);
  const { id: companyId } = await makePartner(llave.database.db, 'contratante', `Promotora ${seed}`);
  const [account] = await llave.database.db
    .insert(bankAccounts)
    .values({
      bankId: 4,
      name: `Operativa ${seed}`,
      number: `04-99-${companyId}`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: llave.clock.now(),
    })
    .returning();
  const base: Base = { llave, companyId, next, from: () => (next(2) === 0 ? account!.id : undefined) };
  const moves: Move[] = [
    ...(await saleMoves(base)),
    ...(await workMoves(base)),
    ...(await payableMoves(base)),
    ...(await outsideMoves(base)),
  ];
  /** Every move once, in a random order. */
  const shuffled = () => {
    const left = [...moves];
    return moves.map(() => drawn(left, next)!);
  };
  return { next, moves, shuffled, companyId };
}
