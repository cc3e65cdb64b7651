import { Alert, Anchor, Button, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { openSetup, setupState } from '#contract/overview/setup/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { FirstAdministratorForm } from './FirstAdministratorForm.tsx';
import { FirstCompanyForm } from './FirstCompanyForm.tsx';
import styles from './setup.module.css';

const codeOfAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('codigo') ?? '';

/** Before anybody is there: the company and its first administrator, with the code that the start printed. */
export function SetupPage() {
  const state = useQuery({ ...queryOf(setupState), staleTime: Infinity });
  const [code, setCode] = useState(codeOfAddress);
  const [step, setStep] = useState<1 | 2>(1);
  const open = useMutation({
    mutationFn: (given: string) => call(openSetup, { body: { code: given } }, { hold: false }),
    meta: { inline: true },
    onSuccess: ({ data }) => setStep(data.saved ? 2 : 1),
  });
  const { mutate, isIdle } = open;
  useEffect(() => {
    document.title = 'Preparar la empresa';
  }, []);
  useEffect(() => {
    if (code !== '' && isIdle && state.data?.data.open) mutate(code);
  }, [code, isIdle, mutate, state.data]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    if (typeof typed !== 'string') return;
    setCode(typed);
    mutate(typed);
  };
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
        ) : open.data ? (
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                Paso {step} de 2 antes de entrar
              </Text>
              <Progress value={step * 50 - 25} my={6} aria-label={`Paso ${step} de 2`} />
              <Title order={1}>{step === 1 ? 'Tu empresa' : 'Quien administra'}</Title>
              <Text size="sm" c="dimmed">
                {step === 1
                  ? 'Sale en páginas, correos y papeles. Se puede cambiar después.'
                  : 'Tendrá todos los permisos. A los demás los invita al final.'}
              </Text>
            </div>
            {step === 1 ? (
              <FirstCompanyForm
                code={code}
                company={open.data.data.company}
                fiscal={open.data.data.fiscal}
                saved={open.data.data.saved}
                onDone={() => setStep(2)}
              />
            ) : (
              <FirstAdministratorForm
                code={code}
                onBack={() => mutate(code, { onSuccess: () => setStep(1) })}
              />
            )}
          </Stack>
        ) : (
          <form onSubmit={submit}>
            <Stack gap="md">
              <div>
                <Title order={1}>Preparar la empresa</Title>
                <Text size="sm" c="dimmed">
                  Todavía no hay nadie aquí. El programa, al arrancar, mostró una dirección con un código.
                </Text>
              </div>
              {open.error && <Alert color="red" variant="light" role="alert" title={sentence(open.error)} />}
              <TextInput
                label="Código"
                name="code"
                required
                autoComplete="off"
                defaultValue={code}
                error={open.error ? 'Cópialo de donde arrancó Llave, con o sin guiones.' : undefined}
              />
              <Button type="submit" loading={open.isPending}>
                Empezar
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
    </main>
  );
}
