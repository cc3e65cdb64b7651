import { useEffect, useEffectEvent, useState } from 'react';
import type { writeMine } from '#contract/care/chat/customerEndpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { newKey } from '#web/customer/lib/post.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { usePost } from '#web/customer/lib/usePost.ts';
import { useVoice, type VoiceNote as Note } from '#web/shared/voice/useVoice.ts';
import { MESSAGES_URL } from './useNews.ts';

/** Records a voice note and sends it. One that could not be sent stays in this phone, and is offered again. */
export function VoiceNote({ onSent }: { onSent: (message: Message) => void }) {
  const hydrated = useHydrated();
  return hydrated ? <Recorder onSent={onSent} /> : null;
}

function Recorder({ onSent }: { onSent: (message: Message) => void }) {
  const voice = useVoice('comprador', newKey);
  const { send, busy, error, setBusy } = usePost<typeof writeMine>();
  const [unsent, setUnsent] = useState<Note | null>(null);
  const put = async (note: Note) => {
    const form = new FormData();
    form.set('content', '');
    form.set('client_id', note.id);
    form.append('files', note.file);
    setBusy(true);
    const outcome = await send(MESSAGES_URL, form);
    setBusy(false);
    setUnsent(outcome.ok ? null : note);
    if (!outcome.ok) return;
    await voice.done(note.id);
    onSent(outcome.answer.data);
  };
  const end = async () => {
    const note = await voice.finish();
    if (note) await put(note);
  };
  const onOver = useEffectEvent(() => void end());
  useEffect(() => {
    if (!voice.over) return undefined;
    const timer = setTimeout(() => onOver());
    return () => clearTimeout(timer);
  }, [voice.over]);
  if (!voice.supported) return null;
  const left = unsent ?? voice.left[0];
  return (
    <section aria-label="Nota de voz">
      {error && (
        <Notice tone="negative" title={error.errors?.[0]?.message ?? error.message} announce="alert" />
      )}
      {voice.step === 'refused' && (
        <Notice
          tone="attention"
          title="Tu navegador no dio permiso para el micrófono. Permítelo, o escribe tu mensaje."
          announce="alert"
        />
      )}
      {voice.step === 'recording' ? (
        <>
          <p role="timer">
            Grabando: {Math.floor(voice.seconds / 60)}:{String(voice.seconds % 60).padStart(2, '0')}
          </p>
          <Button wide onClick={() => void end()}>
            Terminar y enviar
          </Button>
          <Button
            wide
            look="quiet"
            onClick={() => void voice.finish().then((note) => note && voice.done(note.id))}
          >
            Descartar
          </Button>
        </>
      ) : left ? (
        <>
          <p>Tienes una nota de voz sin enviar.</p>
          <Button wide busy={busy} onClick={() => void put(left)}>
            Enviar la nota
          </Button>
          <Button
            type="button"
            wide
            look="quiet"
            onClick={() => {
              setUnsent(null);
              void voice.done(left.id);
            }}
          >
            Descartar
          </Button>
        </>
      ) : (
        <Button wide look="quiet" busy={busy} onClick={() => void voice.start()}>
          Grabar una nota de voz
        </Button>
      )}
    </section>
  );
}
