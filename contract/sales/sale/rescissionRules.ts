const NOTICE_MISSING = 'Falta el aviso de incumplimiento con su fecha entre los documentos.';

/** Why a rescission cannot be prepared now; null when it can. */
export const whyNotPrepareRescission = (facts: {
  rescission: object | null;
  breachNoticedOn: string | null;
}): string | null =>
  facts.rescission
    ? 'Ya está preparada: falta que otra persona la decida.'
    : facts.breachNoticedOn
      ? null
      : NOTICE_MISSING;

/** Why the user cannot decide a prepared rescission now; null when possible. */
export const whyNotDecideRescission = (facts: {
  rescission: { preparedByCaller: boolean } | null;
  breachNoticedOn: string | null;
}): string | null =>
  !facts.breachNoticedOn
    ? NOTICE_MISSING
    : !facts.rescission
      ? 'Falta que alguien de Legal la prepare primero.'
      : facts.rescission.preparedByCaller
        ? 'La preparaste tú: la decide otra persona de Legal o Gerencia.'
        : null;
