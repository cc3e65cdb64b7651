import { z } from 'zod';
import { RuleForm } from '#contract/projects/interest/model.ts';

const { valid_from, valid_to, sure, source, motivo } = RuleForm.shape;
/** What every version of a rule or a cost says: from when to when, how sure, whence, and why it changes. */
export const VersionWords = z.object({ valid_from, valid_to, sure, source, motivo });

/** The day with which the next version of one begins: today or later. */
export const nextFrom = (row: { valid_from: string }, today: string) =>
  row.valid_from > today ? row.valid_from : today;

export const REPLACED = 'Esta fila fue reemplazada: se conserva para las proformas que la usaron.';
