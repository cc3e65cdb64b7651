import { VOICE_NAME } from '#contract/care/chat/rules.ts';

/**
 * Firefox records Ogg, Safari and most Chromes AAC in MP4. WebM is the last choice, because WhatsApp takes none of it. For an
 * iPhone that plays neither Ogg nor WebM, the server puts the sound into another container (VoicePlayer).
 */
const TYPES = [
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
];
const ENDINGS = { ogg: 'ogg', mp4: 'm4a', webm: 'webm' } as const;

/** What this browser records; null: nothing. */
export const voiceType = (): string | null =>
  typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)
    ? null
    : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null);

/** A recorded note as a file with a name that says what it is. */
export function voiceFile(parts: readonly BlobPart[], type: string): File {
  const kind = /(ogg|mp4|webm)/.exec(type)?.[1] as keyof typeof ENDINGS | undefined;
  return new File([...parts], `${VOICE_NAME}.${kind ? ENDINGS[kind] : 'bin'}`, { type: type.split(';')[0]! });
}

export interface Recording {
  /** Ends it; every part has been given to `onPart` when it resolves. */
  stop: () => Promise<void>;
}

/** Parts come each second, so that a crash loses no more than one. Bits per second: speech, small on 3G. */
const PART_MS = 1000;
const BITS = 24_000;

/** Records until `stop`. Rejects when the person or the browser refuses the microphone. */
export async function record(type: string, onPart: (part: Blob) => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS });
  recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && onPart(data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  recorder.start(PART_MS);
  return {
    stop: async () => {
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      for (const track of stream.getTracks()) track.stop();
    },
  };
}
