import { ActionIcon, Button, FileButton, Group, Pill, Switch, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { CHAT_FILE } from '#contract/care/chat/model.ts';
import { quickAnswersFor } from '#contract/care/inbox/endpoints.ts';
import { CONTENT_MAX, FILES_MAX } from '#contract/care/chat/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { QuickMenu, useQuick } from '#web/office/features/care/inbox/QuickMenu.tsx';
import styles from './chat.module.css';
import { draftOf, keepDraft } from './drafts.ts';
import { VoiceButton } from './VoiceButton.tsx';

/** What leaves the composer. A recorded note has its id already, and wants to know when the server has it. */
interface Sent {
  content: string;
  files: File[];
  note: boolean;
  clientId?: string;
  onSent?: () => void;
}

interface ComposerProps {
  sid: string;
  onSend: (message: Sent) => void;
}

/** Where a message is written: Enter sends, Shift+Enter begins a line. What was typed stays with its room. */
export function Composer({ sid, onSend }: ComposerProps) {
  const [content, setContent] = useState(() => draftOf(sid));
  const [files, setFiles] = useState<File[]>([]);
  const [note, setNote] = useState(false);
  const quick = useQuick(queryOf(quickAnswersFor, { params: { sid } }), content);
  const field = useRef<HTMLTextAreaElement>(null);
  const type = (text: string) => {
    setContent(text);
    keepDraft(sid, text);
  };
  const add = (chosen: File[]) => {
    const fit = chosen.filter(({ size }) => size <= CHAT_FILE.maxSize);
    if (fit.length < chosen.length) toast.error('Cada archivo pesa a lo más 16 MB.');
    if (files.length + fit.length > FILES_MAX) toast.error(`Caben ${FILES_MAX} archivos por mensaje.`);
    setFiles([...files, ...fit].slice(0, FILES_MAX));
  };
  const send = () => {
    if (!content.trim() && files.length === 0) return;
    onSend({ content: content.trim(), files, note });
    type('');
    setFiles([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (quick?.[0]) type(quick[0].text);
    else send();
  };
  return (
    <div className={styles.composer} data-note={note || undefined}>
      {files.length > 0 && (
        <Group gap="xs">
          {files.map((file, at) => (
            <Pill
              key={`${file.name}-${at}`}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Quitar ${file.name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => setFiles(files.filter((_, n) => n !== at))}
            >
              {file.name}
            </Pill>
          ))}
        </Group>
      )}
      {quick && (
        <QuickMenu
          found={quick}
          onPick={(text) => {
            type(text);
            field.current?.focus();
          }}
        />
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <FileButton onChange={add} multiple accept={CHAT_FILE.types.join(',')}>
          {(props) => (
            <ActionIcon {...props} variant="default" size="lg" aria-label="Adjuntar archivos">
              <IconPaperclip size={18} aria-hidden />
            </ActionIcon>
          )}
        </FileButton>
        <VoiceButton
          sid={sid}
          onNote={({ id, file }, onSent) =>
            onSend({ content: '', files: [file], note, clientId: id, onSent })
          }
        />
        <Textarea
          ref={field}
          aria-label={note ? 'Nota interna' : 'Mensaje'}
          placeholder={note ? 'Solo la ve el equipo' : 'Mensaje, o /atajo'}
          value={content}
          maxLength={CONTENT_MAX}
          autosize
          minRows={1}
          maxRows={8}
          flex={1}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length === 0) return;
            event.preventDefault();
            add(pasted);
          }}
        />
        <Button onClick={send} rightSection={<IconSend size={16} aria-hidden />}>
          {note ? 'Anotar' : 'Enviar'}
        </Button>
      </Group>
      <Switch
        size="xs"
        label="Nota interna: el cliente no la ve"
        checked={note}
        onChange={(event) => setNote(event.currentTarget.checked)}
      />
    </div>
  );
}
