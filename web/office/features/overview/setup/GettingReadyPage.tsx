import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import { GUIDED, type SetupProgress, type SetupStep } from '#contract/overview/setup/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { BrandForm } from '#web/office/features/company/settings/BrandForm.tsx';
import { CompanyPart, FiscalPart } from '#web/office/features/company/settings/SettingForms.tsx';
import { useSettings } from '#web/office/features/company/settings/settings.api.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { addressOf, PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { LotsStep } from './LotsStep.tsx';
import { ModelStep } from './ModelStep.tsx';
import { PeopleStep } from './PeopleStep.tsx';
import { ProjectStep } from './ProjectStep.tsx';
import { pageOf, nextOf, titleOf } from './steps.ts';
import styles from './setup.module.css';
import { useRouter } from '@tanstack/react-router';

type Shown = SetupStep | 'listo';

const TEXTS: Partial<Record<Shown, string>> = {
  empresa: 'Sale en páginas, correos y documentos.',
  imagen: 'Visten la oficina, las páginas de los compradores y los correos. Se pueden dejar para después.',
  proyecto: 'Lo que el comprador lee y lo que paga. La región, y con ella el subsidio, sale de la provincia.',
  modelos: 'Cada tipo de casa con su precio.',
  lotes: 'Todas las manzanas de una vez; los que ya existen se quedan como están.',
  personas: 'Cada una recibe un enlace para elegir su contraseña.',
};

/** The guided setup, from the first administrator to a company that can sell. Each step can be left and resumed. */
export function GettingReadyPage({ paso }: { paso?: Shown | undefined }) {
  const router = useRouter();
  const { data, error } = useQuery(queryOf(setupProgress));
  const patch = usePatchSearch();
  const progress = data?.data;
  const first = progress && (nextOf(progress) ?? 'listo');
  // Keeps the first step in the URL: otherwise, partly completing it would jump to the next one.
  const pin = useEffectEvent((step: Shown) => patch({ paso: step }));
  useEffect(() => {
    if (!paso && first) pin(first);
  }, [paso, first]);
  if (!progress)
    return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  const shown: Shown = paso ?? nextOf(progress) ?? 'listo';
  const at = GUIDED.indexOf(shown as SetupStep);
  const go = (step: Shown) => {
    patch({ paso: step });
    window.scrollTo({ top: 0 });
  };
  const onNext = () => go(GUIDED[at + 1] ?? 'listo');
  return (
    <>
      <PageHeader
        title="Puesta en marcha"
        count={null}
        text="Se puede salir en cualquier momento y seguir después: nada se pierde."
      />
      <div className={styles.page}>
        <nav aria-label="Pasos">
          <ol className={styles.steps}>
            {GUIDED.map((id, index) => {
              const done = progress.steps.find((step) => step.id === id)?.done;
              return (
                <li key={id}>
                  <a
                    href={addressOf(router, pageOf(id, progress.project))}
                    aria-current={shown === id ? 'step' : undefined}
                    onClick={(event) => {
                      event.preventDefault();
                      go(id);
                    }}
                  >
                    <span className={styles.mark} data-done={done || undefined} aria-hidden>
                      {done ? <IconCheck size={14} /> : index + 1}
                    </span>
                    <span>
                      {titleOf(id)}
                      {done && <VisuallyHidden> (listo)</VisuallyHidden>}
                    </span>
                  </a>
                </li>
              );
            })}
          </ol>
        </nav>
        {shown === 'listo' ? (
          <Ready progress={progress} />
        ) : (
          <Section title={titleOf(shown)} text={TEXTS[shown] ?? ''}>
            <Step shown={shown} progress={progress} onNext={onNext} />
          </Section>
        )}
      </div>
    </>
  );
}

function Step({
  shown,
  progress,
  onNext,
}: {
  shown: SetupStep;
  progress: SetupProgress;
  onNext: () => void;
}): ReactNode {
  switch (shown) {
    case 'empresa':
      return <CompanyStep onNext={onNext} />;
    case 'imagen':
      return <BrandStep onNext={onNext} />;
    case 'proyecto':
      return <ProjectStep project={progress.project} onNext={onNext} />;
    case 'modelos':
      return <ModelStep progress={progress} onNext={onNext} />;
    case 'lotes':
      return <LotsStep progress={progress} onNext={onNext} />;
    case 'personas':
      return <PeopleStep progress={progress} onNext={onNext} />;
    default:
      return null;
  }
}

function CompanyStep({ onNext }: { onNext: () => void }) {
  const { data } = useSettings();
  if (!data) return <PendingPage />;
  return (
    <Stack gap="lg">
      <CompanyPart stored={data.data} />
      <FiscalPart stored={data.data} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onNext}>
          Seguir con el logo
        </Button>
      </Group>
    </Stack>
  );
}

function BrandStep({ onNext }: { onNext: () => void }) {
  const { data } = useSettings();
  if (!data) return <PendingPage />;
  return <BrandForm stored={data.data} next={{ label: 'Seguir con el proyecto', go: onNext }} />;
}

function Ready({ progress }: { progress: SetupProgress }) {
  const lacking = progress.steps.filter((step) => !step.done);
  return (
    <Section title="Listo para trabajar" text="Lo que falta también está en el inicio, hasta que esté hecho.">
      {lacking.length === 0 ? (
        <Text>No falta nada.</Text>
      ) : (
        <ul className={styles.checklist}>
          {lacking.map(({ id }) => (
            <li key={id}>
              <PageLink {...pageOf(id, progress.project)}>{titleOf(id)}</PageLink>
            </li>
          ))}
        </ul>
      )}
      <Group mt="md">
        <PageLink to="/oficina">Ir al inicio</PageLink>
      </Group>
    </Section>
  );
}
