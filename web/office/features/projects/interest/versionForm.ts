/** What every version of a rule or a cost says: from when to when, how sure, whence, and why it changes. */
export interface VersionValues {
  valid_from: string;
  valid_to: string;
  sure: boolean;
  source: string;
  motivo: string;
}

type Version = Pick<VersionValues, 'valid_from' | 'sure' | 'source'> & { valid_to: string | null };

/** The values to begin with: of a new one, or of the next version of one, which begins today or later. */
export const versionValues = (row: Version | null, today: string): VersionValues => ({
  valid_from: !row ? '' : row.valid_from > today ? row.valid_from : today,
  valid_to: row?.valid_to ?? '',
  sure: row?.sure ?? false,
  source: row?.source ?? '',
  motivo: '',
});

/** As the call takes them. */
export const versionOf = ({ valid_from, valid_to, sure, source, motivo }: VersionValues) => ({
  valid_from,
  valid_to: valid_to || null,
  sure,
  source,
  motivo,
});

export const REPLACED = 'Esta fila fue reemplazada: se conserva para las proformas que la usaron.';
