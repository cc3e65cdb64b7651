import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { writeMine } from '#contract/care/chat/customerEndpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import type { chatPage } from '#contract/care/chat/pages.ts';
import { CONTENT_MAX, mergeMessages, MESSAGE_STATES } from '#contract/care/chat/rules.ts';
import { instantText } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { CodeForm } from '#web/customer/components/CodeForm.tsx';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { newKey } from '#web/customer/lib/post.ts';
import { usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { isVoice, VoicePlayer } from '#web/shared/voice/VoicePlayer.tsx';
import styles from './ChatPage.module.css';
import { MESSAGES_URL, useNews } from './useNews.ts';
import { VoiceNote } from './VoiceNote.tsx';

/** The buyer's messages with the company. Writing works without JavaScript. */
export function ChatPage({ data }: PageProps<typeof chatPage>) {
  return (
    <Layout>
      <div className={styles.page}>
        <h1>Mensajes</h1>
        <a href={`/clientes/siguiente/${data.name}`}>Volver a mi compra</a>
        {data.codeDue ? (
          <>
            <p>Para ver tus mensajes, confirma primero que eres tú.</p>
            <CodeForm saleId={data.saleId} onDone={() => location.reload()} />
          </>
        ) : (
          <Conversation saleId={data.saleId} first={data.messages} lastSeq={data.lastSeq} />
        )}
      </div>
    </Layout>
  );
}

interface ConversationProps {
  saleId: number;
  first: Message[];
  lastSeq: number;
}
function Conversation({ saleId, first, lastSeq }: ConversationProps) {
  const [messages, setMessages] = useState(first);
  const add = (roomId: string, arrived: Message[]) =>
    setMessages((known) => mergeMessages(roomId, known, arrived));
  // A late message stands among older ones: the highest number is not always the first.
  const known = Math.max(0, ...messages.map(({ seq }) => seq));
  const oldest = Math.min(...messages.map(({ seq }) => seq));
  useNews(saleId, { known, oldest }, Math.max(lastSeq, known), add);
  const end = useRef<HTMLLIElement>(null);
  const newest = messages[0]?._id;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  return (
    <>
      {messages.length === 0 ? (
        <p>Escríbenos tu pregunta. Te responde la persona que lleva tu compra.</p>
      ) : (
        <ol className={styles.messages} aria-label="Mensajes" aria-live="polite">
          {messages.toReversed().map((message) => (
            <li
              key={message._id}
              className={styles.message}
              data-mine={message.sender.kind === 'cliente' || undefined}
              ref={message._id === newest ? end : null}
            >
              {message.sender.kind !== 'cliente' && <strong>{message.sender.name}</strong>}
              {message.deleted && <p>Este mensaje se borró.</p>}
              {message.content && <p>{message.content}</p>}
              {message.files.map((file) =>
                isVoice(file) ? (
                  <VoicePlayer key={file.id} {...file} />
                ) : (
                  <a key={file.id} href={file.url} target="_blank" rel="noopener">
                    {file.mime.startsWith('image/') ? (
                      <img src={file.url} alt={file.name} className={styles.picture} loading="lazy" />
                    ) : (
                      file.name
                    )}
                    <span className="sr-only"> (abre otra ventana)</span>
                  </a>
                ),
              )}
              <small>
                {instantText(message.creation_date)}
                {message.sender.kind === 'cliente' && ` · ${MESSAGE_STATES[message.state]}`}
                {message.reactions.map(({ reaction, by }) => (
                  <span key={by}> {reaction}</span>
                ))}
              </small>
            </li>
          ))}
        </ol>
      )}
      <Writing onSent={(message) => add(message.roomId, [message])} />
      <VoiceNote onSent={(message) => add(message.roomId, [message])} />
    </>
  );
}

function Writing({ onSent }: { onSent: (message: Message) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const clientId = useRef(newKey());
  const [sent, setSent] = useState(0);
  const { send, busy, error, setBusy, setError } = usePost<typeof writeMine>();
  async function write(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const chosen = typed
      .getAll('files')
      .filter((file): file is File => file instanceof File && file.size > 0);
    typed.delete('files');
    typed.set('client_id', clientId.current);
    setBusy(true);
    const { PictureError, preparePicture } = await import('#web/customer/lib/pictures.ts');
    try {
      for (const file of chosen) typed.append('files', (await preparePicture(file)).file);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof PictureError)) throw failure;
      setError({ message: failure.message, errors: [], code: 'INVALID' });
      return;
    }
    const outcome = await send(MESSAGES_URL, typed);
    setBusy(false);
    // The text stays after a refusal, and a retry has the same id.
    if (!outcome.ok) return;
    clientId.current = newKey();
    form.current?.reset();
    setSent(sent + 1);
    onSent(outcome.answer.data);
  }
  return (
    <form
      ref={form}
      method="post"
      action={MESSAGES_URL}
      encType="multipart/form-data"
      className={styles.writing}
      onSubmit={(event) => void write(event)}
    >
      <CsrfField />
      {error && (
        <Notice tone="negative" title={error.errors?.[0]?.message ?? error.message} announce="alert" />
      )}
      <label htmlFor="mensaje">Tu mensaje</label>
      <textarea id="mensaje" name="content" rows={3} maxLength={CONTENT_MAX} />
      <FileInput
        key={sent}
        label="Fotos o documentos"
        name="files"
        accept="image/*,application/pdf"
        mark={false}
        multiple
      />
      <Button type="submit" wide busy={busy}>
        Enviar
      </Button>
    </form>
  );
}
