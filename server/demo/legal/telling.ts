import type { Context } from '#server/kernel/context.ts';
import type { Actor } from '../actors.ts';

export const LAWYER: Actor = { signIn: 'abogado', role: 'abogado' };
export const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };
export const MANAGEMENT: Actor = { signIn: 'gerencia', role: 'gerencia' };

/** A context so many hours before the demo was filled, of the lawyer unless somebody else is named. */
export type At = (hoursAgo: number, actor?: Actor) => Context;
