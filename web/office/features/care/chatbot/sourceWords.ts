import type { SourceState } from '#contract/care/chatbot/rules.ts';
import type { Tone } from '#web/design/tokens.ts';

export const SOURCE_TONES: Record<SourceState, Tone> = {
  en_cola: 'progress',
  leyendo: 'progress',
  listo: 'positive',
  con_error: 'negative',
};
