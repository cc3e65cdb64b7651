import { useState } from 'react';
import { CAPACITIES } from '#contract/legal/envelopes/rules.ts';
import type { PageProps } from '#contract/page.ts';
import type { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Button } from '#web/customer/components/Button.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { TextShown } from '#web/customer/pages/legal/signing/TextShown.tsx';
import { RejectDialog } from '#web/customer/pages/legal/signing/RejectDialog.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';
import { Pages } from './Pages.tsx';
import { SignTabs } from './SignTabs.tsx';
import styles from './SignDocumentPage.module.css';

/** How long, in ms, the success is shown before the redirect (spec §9). */
const SHOWN_MS = 1500;

const TONES = {
  firmar: 'progress',
  turno: 'progress',
  certificar: 'progress',
  firmado: 'positive',
  rechazado: 'attention',
  cerrado: 'attention',
  bloqueado: 'negative',
} as const;

/** One person reads a document, says who it is that signs, and signs it or not. */
export function SignDocumentPage({ data }: PageProps<typeof signDocumentPage>) {
  const { id, title, company, sale, summary, signer, others, until, standing, told, sealed } = data;
  const [codeDue, setCodeDue] = useState(data.codeDue);
  const [rejecting, setRejecting] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const signs = standing === 'firmar';

  function succeed(message: string, redirect: string) {
    setRejecting(false);
    setDone(message);
    setTimeout(() => location.assign(redirect), SHOWN_MS);
  }
  const askAgain = () => {
    setRejecting(false);
    setCodeDue(true);
    requestAnimationFrame(() => document.getElementById('firmar')?.scrollIntoView());
  };

  return (
    <Layout phone={data.sellerPhone} message={`Hola, tengo una pregunta antes de firmar «${title}»`}>
      <div className={styles.page}>
        <header className={styles.head}>
          <p className={styles.company}>{company} te envía</p>
          <h1>{title}</h1>
          <p>
            Firma {signer.name}
            {signer.capacity &&
              `, ${CAPACITIES[signer.capacity.kind].toLowerCase()} ${signer.capacity.of}`}.{' '}
            {signs && <>Puedes firmarlo hasta el {until}.</>}
          </p>
        </header>
        {told && (
          <Notice tone={TONES[standing]} title={told}>
            {sealed && standing === 'firmado' && (
              <p>
                <a href={`/clientes/documentos/${id}/firmado.pdf`} target="_blank" rel="noopener">
                  Descargar mi copia firmada (PDF)
                </a>
              </p>
            )}
            {sale.href && <a href={sale.href}>Ver mi compra</a>}
          </Notice>
        )}
        <TextShown text={{ title: 'En pocas palabras', lines: summary, paragraphs: [] }} />
        <Pages id={id} title={title} pages={data.pages} signs={signs} />
        <div id="firmar" className={styles.act}>
          {signs && codeDue && (
            <IdentifyForm
              id={id}
              codeTo={data.codeTo}
              codeSent={data.codeSent}
              tablet={data.tablet}
              documentLabel={signer.documentLabel}
              onDone={() => setCodeDue(false)}
            />
          )}
          {signs && !codeDue && (
            <>
              <SignTabs
                id={id}
                hash={data.hash}
                consent={data.consent}
                signer={signer}
                onCode={askAgain}
                onDone={succeed}
                sent={done !== null}
              />
              <div className={styles.reject}>
                <Button look="quiet" onClick={() => setRejecting(true)}>
                  Rechazar la firma
                </Button>
              </div>
            </>
          )}
        </div>
        {others.length > 0 && (
          <section className={styles.others}>
            <h2>También firman</h2>
            <ul>
              {others.map(({ name, state, done: ready }) => (
                <li key={name}>
                  {name}: {ready ? 'ya firmó' : state.toLowerCase()}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <RejectDialog
        saleName={sale.name}
        document={id}
        buys={signer.buys}
        open={rejecting}
        onHide={() => setRejecting(false)}
        onCode={askAgain}
        onDone={succeed}
      />
      <Dialog title={done ?? ''} open={done !== null} onHide={() => undefined} closeButton={false}>
        <output>Un momento…</output>
      </Dialog>
    </Layout>
  );
}
