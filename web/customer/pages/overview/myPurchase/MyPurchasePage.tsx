import { lazy, Suspense, useEffect, useState } from 'react';
import { longDay, panamaDay } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import { papersToSend, type NextActionKind } from '#contract/overview/myPurchase/nextAction.ts';
import type { PaperSlot } from '#contract/sales/purchase/pages.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { ButtonLink, type Look } from '#web/customer/components/Button.tsx';
import { CodeForm } from '#web/customer/components/CodeForm.tsx';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useToasts } from '#web/customer/components/Toasts.tsx';
import { MyBanks } from './MyBanks.tsx';
import { MyHandover } from './MyHandover.tsx';
import { MyHouse } from './MyHouse.tsx';
import { MyLeaving } from './MyLeaving.tsx';
import { MyPartners } from './MyPartners.tsx';
import { MyPapers, waits } from './MyPapers.tsx';
import { MyPromise } from './MyPromise.tsx';
import { MyPayments } from './MyPayments.tsx';
import { MyPermits } from './MyPermits.tsx';
import { MyRefund } from './MyRefund.tsx';
import { MySeparation } from './MySeparation.tsx';
import { MyWork } from './MyWork.tsx';
import { MyWay } from './MyWay.tsx';
import { BankDataLink } from '#web/customer/pages/banking/bankData/BankDataLink.tsx';
import { PushOffer } from '#web/customer/pages/company/push/PushOffer.tsx';
import { OtherPurchases } from '#web/customer/pages/sales/purchase/OtherPurchases.tsx';
import { MyDocuments } from './MyDocuments.tsx';
import { SignedCopy } from './SignedCopy.tsx';
import { SaleHeader } from './SaleHeader.tsx';
import { useFresh } from '#web/customer/lib/useFresh.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { PapersContext, usePapers, type Papers } from '#web/customer/pages/sales/purchase/usePapers.ts';
import { isUnderWay } from '#web/customer/lib/upload.ts';
import styles from './MyPurchasePage.module.css';

/** Lazy: it needs JavaScript, and few lose their lot. */
const RenewLot = lazy(async () => ({ default: (await import('./RenewLot.tsx')).RenewLot }));

/**
 * Labels of the documents that are still to be sent after an upload here. After the last one the page reloads,
 * because the next step changes.
 */
function useToSend(before: readonly PaperSlot[], { slots, uploads }: Papers): string[] {
  const asked = before.filter(waits).length;
  const left = slots.filter(waits);
  const allSent = asked > 0 && left.length === 0 && ![...uploads.values()].some(isUnderWay);
  useEffect(() => {
    if (allSent) location.reload();
  }, [allSent]);
  return left.length < asked ? left.map(({ label }) => label) : [];
}

/** A purchase for its buyer: the next step, the money, the missing documents, then the rest, folded. */
export function MyPurchasePage({ data }: PageProps<typeof myPurchasePage>) {
  const { sale, state, next, stages, separation, signed, bankData, processor, visit, others } = data;
  const { node: toasts, show: say } = useToasts();
  const papers = usePapers({ saleId: sale.id, papers: data.papers, uploads: data.uploads, say });
  const [asking, setAsking] = useState(false);
  useFresh(data, () => [...papers.uploads.values()].some(isUnderWay));
  const hydrated = useHydrated();
  // A purchase that has ended has no delays.
  const ended = next.kind === 'terminada' || next.kind === 'revisar_lote';
  /** Only the next action has the primary colour. */
  const lookOf = (kind: NextActionKind): Look => (next.kind === kind ? 'primary' : 'secondary');
  const toSend = useToSend(data.papers, papers);
  const said = toSend.length > 0 && next.kind === 'documentos' ? papersToSend(toSend) : next;
  return (
    <Layout phone={sale.sellerPhone} message={`Hola, es sobre mi compra ${sale.code ?? ''}`}>
      <PapersContext value={papers}>
        <div className={styles.page}>
          <header className={styles.head}>
            <h1>Mi compra</h1>
            <SaleHeader sale={sale} />
            <p className={styles.state}>{state.label}</p>
          </header>
          {next.kind !== 'mi_compra' && (
            <section className={styles.next} aria-labelledby="siguiente">
              {!ended && <p className={styles.over}>Tu próximo paso</p>}
              <h2 id="siguiente">{said.title}</h2>
              <p>{said.text}</p>
              {data.renewal && hydrated && (
                <Suspense>
                  <RenewLot saleId={sale.id} renewal={data.renewal} />
                </Suspense>
              )}
              {next.kind === 'confirmar' ? (
                <div id="confirmar">
                  <CodeForm saleId={sale.id} askLabel={next.button} onDone={() => location.reload()} />
                </div>
              ) : (
                !ended && (
                  <ButtonLink href={next.href} wide>
                    {next.button}
                  </ButtonLink>
                )
              )}
              {next.kind === 'terminada' && (
                <ButtonLink href={`/proyectos/${sale.project.slug}`} look="secondary" wide>
                  Ver las casas del proyecto
                </ButtonLink>
              )}
            </section>
          )}
          {next.kind === 'mi_compra' && (
            <Notice tone="positive" title={next.title}>
              {next.text}
            </Notice>
          )}
          {data.cededBy && (
            <Notice tone="positive" title={`${data.cededBy.name} te cedió esta compra`}>
              Desde el {longDay(panamaDay(new Date(data.cededBy.at)))}. Lo que ya se había pagado cuenta aquí.
            </Notice>
          )}
          <div className={styles.main}>
            <MyPermits saleId={sale.id} permits={data.permits} look={lookOf('permiso')} />
            {data.asksWork && <MyWork saleId={sale.id} look={lookOf('trabajo')} />}
            {separation && !data.refund && (
              <MySeparation
                saleId={sale.id}
                code={sale.code}
                separation={separation}
                look={lookOf('separacion')}
              />
            )}
            {data.refund && <MyRefund refund={data.refund} />}
            <MyPayments saleId={sale.id} code={sale.code} money={data.money} ended={ended} />
            <MyPapers
              codeDue={data.codeDue}
              onCode={() => setAsking(true)}
              withheld={data.permits.some(({ kind }) => kind === 'datos')}
            />
          </div>
          <div className={styles.side}>
            {!ended && <MyWay stages={stages} deliveryMonth={data.deliveryMonth} />}
            {data.handover && <MyHandover handover={data.handover} />}
            {data.house && <MyHouse house={data.house} />}
            {bankData && <BankDataLink sale={sale.name} sent={bankData.sent} />}
            <MyBanks banks={data.banks} />
            {data.promise && <MyPromise promise={data.promise} />}
            <section className={styles.people} aria-labelledby="personas">
              <h2 id="personas">Tu compra</h2>
              <p>
                {next.kind === 'terminada' ? (
                  'Si tienes una pregunta, escríbenos con el botón de WhatsApp.'
                ) : (
                  <>
                    {processor
                      ? `${processor} lleva tu trámite.`
                      : 'Pronto te asignamos a la persona que lleva tu trámite.'}{' '}
                    <a href="/clientes/chat">Escríbele un mensaje</a>, o usa el botón de WhatsApp.
                  </>
                )}
              </p>
              <p>
                <a href={`/clientes/mi-compra/${sale.name}/ayuda`}>Ayuda y reparaciones</a>
              </p>
              {!ended && <PushOffer />}
              {data.partners.length > 0 && <MyPartners partners={data.partners} />}
              {visit ? (
                <p>
                  Tu visita: <a href={visit.href}>{visit.text}</a>
                </p>
              ) : (
                <p>
                  <a href={`/citas/${sale.project.slug}`}>Agendar una visita al proyecto</a>
                </p>
              )}
              {signed ? (
                <SignedCopy saleId={sale.id} codeDue={data.codeDue} onCode={() => setAsking(true)} />
              ) : (
                !ended && (
                  <p>
                    Tu pre-contrato está sin firmar.{' '}
                    <a href={`/clientes/firma/${sale.name}`}>Leerlo y firmarlo</a>
                  </p>
                )
              )}
            </section>
            {data.documents.length > 0 && <MyDocuments documents={data.documents} />}
            {data.leaving && (
              <MyLeaving saleId={sale.id} leaving={data.leaving} onCode={() => setAsking(true)} />
            )}
            <OtherPurchases others={others} />
          </div>
        </div>
      </PapersContext>
      {asking && (
        <Suspense>
          <CodeWindow
            saleId={sale.id}
            open
            why="Tus documentos son privados. Para verlos en este celular te enviamos un código."
            onDone={() => location.reload()}
            onHide={() => setAsking(false)}
          />
        </Suspense>
      )}
      {toasts}
    </Layout>
  );
}
