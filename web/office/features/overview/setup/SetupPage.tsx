import { Anchor, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { openSetup, setupState } from '#contract/overview/setup/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { CardForm } from '#web/office/features/company/auth/CardForm.tsx';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { FirstAdministratorForm } from './FirstAdministratorForm.tsx';
import { FirstCompanyForm } from './FirstCompanyForm.tsx';
import styles from './setup.module.css';

const codeOfAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('codigo') ?? '';

/**
 * The page before any user exists: creates the company and its first administrator, with the code that the server
 * printed at start.
 */
export function SetupPage() {
  const state = useQuery({ ...queryOf(setupState), staleTime: Infinity });
  const [step, setStep] = useState<1 | 2>(1);
  const [company, setCompany] = useState<Answer<typeof openSetup>['data'] | null>(null);
  const goesBack = useRef(false);
  const form = useRecordForm({
    schema: openSetup.body,
    initial: { code: codeOfAddress() },
    send: (body) => call(openSetup, { body }, { hold: false }),
    onDone: ({ data }) => {
      setCompany(data);
      setStep(data.saved && !goesBack.current ? 2 : 1);
    },
  });
  const code = form.values.code ?? '';
  const open = () => form.frame.onSubmit({ code });
  const isOpen = state.data?.data.open ?? false;
  // A code in the URL is submitted at once.
  const begin = useEffectEvent(() => {
    if (code !== '') open();
  });
  useEffect(() => {
    if (isOpen) begin();
  }, [isOpen]);
  useEffect(() => {
    document.title = 'Preparar la empresa';
  }, []);
  return (
    <main className={styles.outside}>
      <Paper withBorder className={styles.card}>
        {!state.data ? (
          <PendingPage />
        ) : !state.data.data.open ? (
          <Stack>
            <Title order={1}>La empresa ya está preparada</Title>
            <Text>Alguien la administra ya.</Text>
            <Anchor component={Link} to="/ingresar">
              Ingresar
            </Anchor>
          </Stack>
        ) : company ? (
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                Paso {step} de 2 antes de entrar
              </Text>
              <Progress value={step * 50 - 25} my={6} aria-label={`Paso ${step} de 2`} />
              <Title order={1}>{step === 1 ? 'Tu empresa' : 'Quien administra'}</Title>
              <Text size="sm" c="dimmed">
                {step === 1
                  ? 'Sale en páginas, correos y documentos. Se puede cambiar después.'
                  : 'Tendrá todos los permisos. A los demás los invita al final.'}
              </Text>
            </div>
            {step === 1 ? (
              <FirstCompanyForm
                code={code}
                company={company.company}
                fiscal={company.fiscal}
                saved={company.saved}
                onDone={() => setStep(2)}
              />
            ) : (
              <FirstAdministratorForm
                code={code}
                onBack={() => {
                  goesBack.current = true;
                  open();
                }}
              />
            )}
          </Stack>
        ) : (
          <CardForm {...form.frame} submitLabel="Empezar">
            <div>
              <Title order={1}>Preparar la empresa</Title>
              <Text size="sm" c="dimmed">
                Todavía no hay nadie aquí. El programa, al arrancar, mostró una dirección con un código.
              </Text>
            </div>
            <TextField of={form} name="code" label="Código" autoComplete="off" />
          </CardForm>
        )}
      </Paper>
    </main>
  );
}
