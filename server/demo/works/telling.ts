import type { Context } from '#server/kernel/context.ts';
import type { Actor, Colleague } from '../actors.ts';

export const MANAGER: Colleague = { signIn: 'proyectos', role: 'proyectos' };
export const BOSS: Colleague = { signIn: 'gerencia', role: 'gerencia' };
export const LAWYER: Colleague = { signIn: 'abogado', role: 'abogado' };
export const ACCOUNTANT: Colleague = { signIn: 'contabilidad', role: 'contabilidad' };
export const INSPECTOR: Colleague = { signIn: 'inspector', role: 'inspector' };

/** A context so many days before the demo was filled, of a person. */
type At = (daysAgo: number, actor: Actor) => Context;

/** What the works of the demo are told from. */
export interface Site {
  at: At;
  now: Date;
  staff: ReadonlyMap<string, number>;
}
