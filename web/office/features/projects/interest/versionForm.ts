import { z } from 'zod';
import { RuleForm } from '#contract/projects/interest/model.ts';

const { valid_from, valid_to, sure, source, motivo } = RuleForm.shape;
/** The fields that versions of rules and costs share: validity, certainty, source and reason for the change. */
export const VersionWords = z.object({ valid_from, valid_to, sure, source, motivo });

/** First day of a row's next version: today or later. */
export const nextFrom = (row: { valid_from: string }, today: string) =>
  row.valid_from > today ? row.valid_from : today;

export const REPLACED = 'Esta fila fue reemplazada: se conserva para las proformas que la usaron.';
