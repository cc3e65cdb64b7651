import { lazy, Suspense, useState } from 'react';
import type { PageProps } from '#contract/page.ts';
import type { precontractPage } from '#contract/sales/purchase/pages.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { FormProgress } from './FormProgress.tsx';
import { doneSteps, firstOpenStep } from './formSteps.ts';
import { SaleBar } from './SaleBar.tsx';
import { StepFamily } from './StepFamily.tsx';
import { StepPapers } from './StepPapers.tsx';
import { StepPayment } from './StepPayment.tsx';
import { StepPerson } from './StepPerson.tsx';
import { StepSign } from './StepSign.tsx';
import { StepWork } from './StepWork.tsx';
import { neededPapers } from './paperTexts.ts';
import { useFormStep } from './useFormStep.ts';
import { PapersContext } from './usePapers.ts';
import { PrecontractContext, usePrecontractForm } from './usePrecontract.ts';
import { useSubmit } from './useSubmit.ts';
import styles from './PrecontractPage.module.css';

/** Loaded when it opens. */
const PhoneDialog = lazy(async () => ({ default: (await import('./PhoneDialog.tsx')).PhoneDialog }));

/**
 * The pre-contract form (spec §2.1): one decision per step, each field saved on blur. Without JavaScript, one long
 * form.
 */
export function PrecontractPage({ data }: PageProps<typeof precontractPage>) {
  const { sale } = data;
  const shared = usePrecontractForm(data);
  const { form, state, papers, closed } = shared;
  const { busy, error, submit, waiting, confirming } = useSubmit(shared);
  const needed = neededPapers(data, state.fields);
  const done = doneSteps(state, {
    papersComplete: needed.length > 0 && needed.every((field) => papers.has(field)),
    proof: papers.has('archivo_comprobante'),
    signature: papers.has('archivo_firma'),
  });
  // The first step at page load. State, because a step that becomes complete must not change the visible step.
  const [first] = useState(() => firstOpenStep(done));
  const shown = { step: useFormStep(first), first, hydrated: useHydrated() };

  return (
    <Layout phone={sale.sellerPhone} message={`Hola, estoy llenando mi pre-contrato de ${sale.model.name}`}>
      <PrecontractContext value={shared}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields being left */}
        <form
          ref={form}
          className={styles.page}
          method="post"
          action="/clientes/precontrato"
          encType="multipart/form-data"
          noValidate={shown.hydrated}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
          onBlur={({ target }) => shared.leave(target)}
        >
          <CsrfField />
          <input type="hidden" name="precontrato_id" value={sale.id} />
          <header className={styles.head}>
            <h1>Tu pre-contrato</h1>
            <SaleBar />
          </header>
          {closed && (
            <Notice tone="attention" title={closed} announce="alert">
              <ButtonLink look="quiet" href={`/clientes/siguiente/${sale.name}`}>
                Ver mi próximo paso
              </ButtonLink>
            </Notice>
          )}
          <ErrorSummary error={error} />
          <FormProgress current={shown.step} done={done} />
          <PapersContext value={papers}>
            <div className={styles.steps}>
              <StepPerson {...shown} />
              <StepWork {...shown} />
              <StepFamily {...shown} />
              <StepPapers {...shown} />
              <StepPayment {...shown} />
              <StepSign {...shown} busy={busy} waiting={waiting} />
            </div>
          </PapersContext>
        </form>
        <Suspense>
          {shared.phoneAnswer && <PhoneDialog />}
          {shared.codeFor && (
            <CodeWindow
              saleId={sale.id}
              open
              why="Vas a cambiar el celular de esta compra. Para confirmar que eres tú, te enviamos un código."
              onDone={() => shared.codeGiven(true)}
              onHide={() => shared.codeGiven(false)}
            />
          )}
        </Suspense>
        {confirming}
        {shared.toasts}
      </PrecontractContext>
    </Layout>
  );
}
