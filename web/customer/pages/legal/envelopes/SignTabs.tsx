import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { signByPdf, signOnline } from '#contract/legal/envelopes/customerEndpoints.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { TEXTS } from '#contract/texts.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { SignatureField, type SignatureHandle } from '#web/customer/components/SignatureField.tsx';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './SignTabs.module.css';

interface Props {
  id: number;
  hash: string;
  consent: string;
  signer: { name: string; initials: string | null };
  /** The server wants the code again. */
  onCode: () => void;
  onDone: (message: string, redirect: string) => void;
  /** The signature has been sent: leaving the page loses nothing. */
  sent: boolean;
}

const TABS = [
  ['pdf', 'Firmar por PDF'],
  ['online', 'Firmar en línea'],
] as const;
type Tab = (typeof TABS)[number][0];

/** The two ways to sign (spec §2.4). Changing the way forgets the chosen file. */
export function SignTabs(props: Props) {
  const [tab, setTab] = useState<Tab>('online');
  const base = useId();
  const tabs = useRef(new Map<Tab, HTMLButtonElement>());
  function move(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = tab === 'pdf' ? 'online' : 'pdf';
    setTab(other);
    tabs.current.get(other)?.focus();
  }
  return (
    <section className={styles.sign} aria-label="Firmar">
      <h2>Tu firma</h2>
      <div role="tablist" aria-label="Cómo quieres firmar" className={styles.tabs}>
        {TABS.map(([name, label]) => (
          <button
            key={name}
            ref={(element) => void (element && tabs.current.set(name, element))}
            type="button"
            role="tab"
            id={`${base}-${name}`}
            aria-selected={tab === name}
            aria-controls={`${base}-panel`}
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => setTab(name)}
            onKeyDown={move}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${tab}`} key={tab}>
        {tab === 'online' ? <Online {...props} /> : <ByPdf {...props} />}
      </div>
    </section>
  );
}

const sentenceOf = (error: Pick<ErrorAnswer, 'message' | 'errors'> | null) =>
  error && (byField(error)['document'] ?? error.message);

function Online({ id, hash, consent, signer, onCode, onDone, sent }: Props) {
  const { busy, error, send } = usePost<typeof signOnline>();
  const pad = useRef<SignatureHandle>(null);
  const [fault, setFault] = useState<string | null>(null);
  const action = `/clientes/documentos/${id}/firmar/online` as const;

  async function save() {
    const file = (await pad.current?.toFile()) ?? null;
    const wrong = file ? pad.current!.fault() : TEXTS.emptySignature;
    setFault(wrong);
    if (!file || wrong) return;
    const form = new FormData();
    form.set('huella', hash);
    form.set('document', file);
    const outcome = await send(action, form);
    if (outcome.ok) onDone(outcome.answer.success, outcome.answer.redirect);
    else if (outcome.error.code === 'CODE_NEEDED') onCode();
  }

  return (
    <form
      className={styles.form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CsrfField />
      <input type="hidden" name="huella" value={hash} />
      {error && error.code !== 'CODE_NEEDED' && (
        <Notice tone="negative" title={sentenceOf(error) ?? ''} announce="alert" />
      )}
      <SignatureField
        ref={pad}
        error={fault}
        signer={signer.name}
        kept={sent}
        caption="Así quedará en el documento"
        onDraw={() => setFault(null)}
      />
      {signer.initials && (
        <p>
          Con este acto pones también tus iniciales, <strong>{signer.initials}</strong>, en todas las páginas.
        </p>
      )}
      <p>{consent}</p>
      <Button type="submit" wide busy={busy}>
        Firmar el documento
      </Button>
    </form>
  );
}

function ByPdf({ id, consent, onCode, onDone }: Props) {
  const { busy, error, setError, send } = usePost<typeof signByPdf>();
  const [file, setFile] = useState<File | null>(null);
  const action = `/clientes/documentos/${id}/firmar/pdf` as const;

  async function save() {
    if (!file)
      return setError({
        message: '',
        code: 'INVALID',
        errors: [{ field: 'document', message: 'Por favor, especifique la ruta al archivo a cargar!' }],
      });
    const form = new FormData();
    form.set('document', file);
    const outcome = await send(action, form);
    if (outcome.ok) onDone(outcome.answer.success, outcome.answer.redirect);
    else if (outcome.error.code === 'CODE_NEEDED') onCode();
  }
  const atField = byField(error)['document'];

  return (
    <form
      className={styles.form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CsrfField />
      <ol className={styles.steps}>
        <li>
          <a href={`/clientes/documentos/${id}/documento.pdf`} download>
            Descarga el documento
          </a>
          .
        </li>
        <li>Fírmalo con tu certificado de firma electrónica, o imprímelo, fírmalo y escanéalo completo.</li>
        <li>Súbelo aquí. Si lo firmaste a mano, una persona de la empresa lo compara y te avisa.</li>
      </ol>
      {error && error.code !== 'CODE_NEEDED' && !atField && (
        <Notice tone="negative" title={error.message} announce="alert" />
      )}
      <FileInput
        label="Documento firmado (PDF)"
        name="document"
        accept="application/pdf,.pdf"
        required
        error={atField}
        onFiles={([one]) => {
          setFile(one ?? null);
          setError(null);
        }}
      />
      <p>{consent}</p>
      <Button type="submit" wide busy={busy}>
        Enviar el documento firmado
      </Button>
    </form>
  );
}
