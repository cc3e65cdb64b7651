import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { newKey } from '#web/office/lib/call.ts';
import { useVoice, type VoiceNote } from '#web/shared/voice/useVoice.ts';

interface VoiceButtonProps {
  sid: string;
  /** Sends a note; `sent` is called when the server has it. */
  onNote: (note: VoiceNote, sent: () => void) => void;
}

/** Records a voice note. What was recorded before a crash is offered again. */
export function VoiceButton({ sid, onNote }: VoiceButtonProps) {
  const voice = useVoice(sid, newKey);
  const send = (note: VoiceNote) => onNote(note, () => void voice.done(note.id));
  const end = async () => {
    const note = await voice.finish();
    if (note) send(note);
  };
  const onOver = useEffectEvent(() => void end());
  useEffect(() => {
    if (voice.over) onOver();
  }, [voice.over]);
  if (!voice.supported) return null;
  if (voice.step === 'recording')
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm" className="figures" role="timer" aria-label="Grabando">
          {Math.floor(voice.seconds / 60)}:{String(voice.seconds % 60).padStart(2, '0')}
        </Text>
        <ActionIcon size="lg" onClick={() => void end()} aria-label="Terminar y enviar la nota">
          <IconPlayerStopFilled size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label="Descartar la nota"
          onClick={() => void voice.finish().then((note) => note && voice.done(note.id))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    );
  const [left] = voice.left;
  if (left)
    return (
      <Group gap={6} wrap="nowrap" component="section" aria-label="Nota de voz sin enviar">
        <Button size="compact-sm" onClick={() => send(left)}>
          Enviar nota guardada
        </Button>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label="Descartar la nota guardada"
          onClick={() => void voice.done(left.id)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    );
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={
        voice.step === 'refused' ? 'El navegador no dio permiso para el micrófono' : 'Grabar nota de voz'
      }
      onClick={() => void voice.start()}
    >
      <IconMicrophone size={18} aria-hidden />
    </ActionIcon>
  );
}
