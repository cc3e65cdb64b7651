import type { Permission } from '#contract/access.ts';
import { findTransition, type Machine, type StatusChange, type Transition } from '#contract/transitions.ts';
import { conflict, forbidden, invalid, transitionRefused } from './errors.ts';

/**
 * Checks a change of state that a person requests. Raises 403 without the permission, 409 for a stale version (`current`
 * holds the present state), 422 'Cambio de estado no permitido' with the reason under `estado`, and 422 at `motivo` if the
 * reason is missing. The caller has loaded the record with a lock.
 */
export function checkTransition<Facts>(
  machine: Machine<Facts>,
  record: { stateId: number; version: number },
  change: StatusChange,
  facts: Facts,
  may: (permission: Permission) => boolean,
): Transition<Facts> {
  if (change.version !== undefined && change.version !== record.version)
    throw conflict('STALE', undefined, { estado_id: record.stateId, version: record.version });
  const arrow = findTransition(machine, record.stateId, change.estado_id);
  if (!arrow) throw transitionRefused('Desde el estado actual no se puede pasar a ese estado.');
  if (arrow.permission === null)
    throw transitionRefused(arrow.whyNot?.(facts) ?? 'Ese cambio ocurre por sí solo.');
  if (!may(arrow.permission)) throw forbidden();
  const reason = arrow.whyNot?.(facts);
  if (reason) throw transitionRefused(reason);
  if (arrow.reason === 'required' && !change.motivo)
    throw invalid([{ field: 'params[motivo]', message: 'Escribe el motivo.' }]);
  return arrow;
}
