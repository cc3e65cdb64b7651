import { useEffect, useRef, useState } from 'react';
import { VOICE_MAX_SECONDS } from '#contract/care/chat/rules.ts';
import { begin, drop, keepPart, waiting } from './kept.ts';
import { record, voiceFile, voiceType, type Recording } from './recorder.ts';

/** A note that is ready: `id` is its client id, so that a repeat never doubles it. */
export interface VoiceNote {
  id: string;
  file: File;
}

type Step = 'idle' | 'recording' | 'refused';

/** A note under way. `saved`: when its parts so far are on disk. */
interface Running extends Recording {
  id: string;
  type: string;
  parts: Blob[];
  saved: () => Promise<unknown>;
}

/**
 * Records voice notes of a room. Each second is kept in the browser: after a crash or a closed page the note is in `left`
 * again, until `done` says that it was sent.
 */
export function useVoice(room: string, newId: () => string) {
  const [step, setStep] = useState<Step>('idle');
  const [seconds, setSeconds] = useState(0);
  const [left, setLeft] = useState<VoiceNote[]>([]);
  const running = useRef<Running | null>(null);

  useEffect(() => {
    let gone = false;
    // Without IndexedDB (a private window) nothing is kept, and nothing was.
    waiting(room).then(
      (found) =>
        !gone &&
        setLeft(found.map(({ note, parts }) => ({ id: note.id, file: voiceFile(parts, note.type) }))),
      () => undefined,
    );
    return () => {
      gone = true;
      void running.current?.stop();
    };
  }, [room]);

  useEffect(() => {
    if (step !== 'recording') return undefined;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [step]);

  const start = async () => {
    const type = voiceType();
    if (!type || running.current) return;
    const id = newId();
    const parts: Blob[] = [];
    let saved: Promise<unknown> = begin({ id, room, type, at: Date.now() }).catch(() => undefined);
    try {
      const recording = await record(type, (part) => {
        const at = parts.push(part) - 1;
        saved = saved.then(() => keepPart(id, at, part)).catch(() => undefined);
      });
      running.current = { ...recording, id, type, parts, saved: () => saved };
      setSeconds(0);
      setStep('recording');
    } catch {
      void drop(id).catch(() => undefined);
      setStep('refused');
    }
  };

  /** Ends the recording. Null: there was nothing. */
  const finish = async (): Promise<VoiceNote | null> => {
    const one = running.current;
    if (!one) return null;
    await one.stop();
    running.current = null;
    setStep('idle');
    await one.saved();
    if (one.parts.length > 0) return { id: one.id, file: voiceFile(one.parts, one.type) };
    await drop(one.id).catch(() => undefined);
    return null;
  };

  const done = async (id: string) => {
    setLeft((all) => all.filter((one) => one.id !== id));
    await drop(id).catch(() => undefined);
  };
  const over = step === 'recording' && seconds >= VOICE_MAX_SECONDS;
  return { supported: voiceType() !== null, step, seconds, over, left, start, finish, done };
}
