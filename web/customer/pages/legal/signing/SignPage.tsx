import { Suspense, useRef, useState } from 'react';
import { panamaDay, dayText } from '#contract/dates.ts';
import { TEXTS } from '#contract/texts.ts';
import type { PageProps } from '#contract/page.ts';
import type { signPrecontract } from '#contract/legal/signing/endpoints.ts';
import type { signPage } from '#contract/legal/signing/pages.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { SignatureField, type SignatureHandle } from '#web/customer/components/SignatureField.tsx';
import { SignaturePhoto } from './SignaturePhoto.tsx';
import { TextShown } from './TextShown.tsx';
import styles from './SignPage.module.css';

/** How long, in ms, the success is shown before the redirect (spec §9). */
const SHOWN_MS = 1500;

/** Read and sign the text, or reject it with a reason. */
export function SignPage({ data }: PageProps<typeof signPage>) {
  const { sale, text, hash, consent, signer, waitingFor, signedAt, rejectedAt, notYet } = data;
  const { busy, error, setBusy, send } = usePost<typeof signPrecontract>();
  const pad = useRef<SignatureHandle>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [codeDue, setCodeDue] = useState(data.codeDue);
  const [asking, setAsking] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const [done, setDone] = useState<string | null>(null);

  function succeed(message: string, redirect: string) {
    setRejecting(false);
    setDone(message);
    setTimeout(() => location.assign(redirect), SHOWN_MS);
  }

  async function save(trusted = !codeDue) {
    const drawn = (await pad.current?.toFile()) ?? null;
    const file = drawn ?? photo;
    if (!file) return setFault(TEXTS.emptySignature);
    const wrong = drawn && pad.current!.fault();
    setFault(wrong);
    if (wrong) return;
    if (!trusted) return setAsking(true);
    const form = new FormData();
    form.set('origen', 'precontrato');
    form.set('huella', hash);
    form.set('signature', file);
    const outcome = await send(`/clientes/firma/${sale.name}`, form);
    if (outcome.ok) succeed(outcome.answer.success, outcome.answer.redirect);
    else if (outcome.error.code === 'CODE_NEEDED') setAsking(true);
    else setFault(outcome.error.errors?.[0]?.message ?? null);
  }

  const blocked = signedAt ?? notYet;
  return (
    <Layout phone={sale.sellerPhone} message={`Hola, tengo una pregunta antes de firmar ${sale.code ?? ''}`}>
      <div className={styles.page}>
        <h1>{signedAt ? 'Tu pre-contrato firmado' : 'Firma tu pre-contrato'}</h1>
        {signedAt && (
          <Notice tone="positive" title={`Lo firmaste el ${dayText(panamaDay(signedAt))}`}>
            {waitingFor.length > 0 && <p>Falta la firma de {waitingFor.join(' y ')}.</p>}
            <a href={`/clientes/siguiente/${sale.name}`}>Ver mi próximo paso</a>
          </Notice>
        )}
        {!signedAt && rejectedAt && (
          <Notice
            tone="attention"
            title={`El ${dayText(panamaDay(rejectedAt))} nos dijiste que no querías firmar`}
          >
            Si ya está aclarado, puedes firmar ahora.
          </Notice>
        )}
        {!signedAt && notYet && (
          <Notice tone="attention" title={notYet}>
            <a href={`/clientes/siguiente/${sale.name}`}>Ver mi próximo paso</a>
          </Notice>
        )}
        <TextShown text={text} />
        {!blocked && (
          <form
            className={styles.sign}
            method="post"
            action={`/clientes/firma/${sale.name}`}
            encType="multipart/form-data"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <CsrfField />
            <input type="hidden" name="origen" value="precontrato" />
            <input type="hidden" name="huella" value={hash} />
            <h2>{signer ? `Firma de ${signer}` : 'Tu firma'}</h2>
            {!text.paragraphs.includes(consent) && <p>{consent}</p>}
            {error && error.code !== 'CODE_NEEDED' && (
              <Notice tone="negative" title={error.message} announce="alert">
                {error.code === 'TEXT_CHANGED' && (
                  <ButtonLink look="quiet" href={`/clientes/firma/${sale.name}`}>
                    Leerlo de nuevo
                  </ButtonLink>
                )}
              </Notice>
            )}
            <SignatureField
              ref={pad}
              error={fault}
              signer={signer}
              kept={done !== null}
              onDraw={() => setFault(null)}
            />
            <SignaturePhoto photo={photo} onPhoto={setPhoto} />
            <Button type="submit" wide busy={busy}>
              Guardar mi firma
            </Button>
            <div className={styles.reject}>
              <Button look="quiet" onClick={() => setRejecting(true)}>
                Rechazar la firma
              </Button>
            </div>
          </form>
        )}
      </div>
      {asking && (
        <Suspense>
          <CodeWindow
            saleId={sale.id}
            open
            why="Para que nadie firme por ti, te enviamos un código antes de firmar desde este celular."
            onDone={() => {
              setAsking(false);
              setCodeDue(false);
              setBusy(false);
              void save(true);
            }}
            onHide={() => setAsking(false)}
          />
        </Suspense>
      )}
      <RejectDialog
        saleName={sale.name}
        open={rejecting}
        onHide={() => setRejecting(false)}
        onCode={() => setAsking(true)}
        onDone={succeed}
      />
      <Dialog title={done ?? ''} open={done !== null} onHide={() => undefined} closeButton={false}>
        <output>Seguimos con tu próximo paso…</output>
      </Dialog>
    </Layout>
  );
}
