import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeProjectBank, listProjectBanks, orderProjectBanks } from '#contract/projects/projects/banks.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddBankDrawer, BankNotesDrawer, CopyBanksDrawer } from './BankDrawers.tsx';
import { ExecutiveDrawer } from './ExecutiveDrawer.tsx';
import { Executives } from './Executives.tsx';
import styles from './projects.module.css';

interface ProjectBanksProps {
  projectId: number;
  mayEdit: boolean;
}

/** Banks that finance the project's buyers, with their contacts. */
export function ProjectBanks({ projectId, mayEdit }: ProjectBanksProps) {
  const query = useQuery(queryOf(listProjectBanks, { params: { id: projectId } }));
  const adding = useDrawer('banco');
  const copying = useDrawer('copiar');
  const noting = useDrawer('notas');
  const naming = useDrawer('nuevo_ejecutivo');
  const editing = useDrawer('ejecutivo');
  const order = useAction(orderProjectBanks);
  const change = useAction(changeProjectBank);
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const banks = query.data.data;
  const valid = banks.filter(({ archived }) => !archived);
  const noted = banks.find(({ id }) => id === noting.id);
  const named = valid.find(({ id }) => id === naming.id);
  const edited = banks.flatMap((bank) =>
    bank.executives.filter(({ id }) => id === editing.id).map((executive) => ({ bank, executive })),
  )[0];
  const actions = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => copying.open()}
      >
        Copiar de otro proyecto
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.open()}>
        Agregar banco
      </Button>
    </Group>
  );
  const move = (from: number, to: number) => {
    const ids = valid.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate({ params: { id: projectId }, body: { ids } });
  };
  return (
    <Stack gap="md">
      <Section
        title="Bancos que financian"
        text="El primero es el que se ofrece primero. El ejecutivo principal es a quien se llama."
        actions={mayEdit && banks.length > 0 ? actions : null}
      >
        {banks.length === 0 && (
          <EmptyState
            title="Aún no hay bancos"
            text="Agrega los que financian este proyecto con sus ejecutivos, o cópialos de otro."
            action={mayEdit ? actions : null}
          />
        )}
      </Section>
      {banks.map((bank, at) => (
        <Section
          key={bank.id}
          title={bank.bank.name}
          {...(bank.notes && { text: bank.notes })}
          actions={
            <Group gap={4} className={styles.rowActions}>
              {bank.archived && <StatePill tone="neutral" label="Archivado" />}
              {!bank.mortgages && <StatePill tone="attention" label="Ya no da hipotecas" />}
              {mayEdit && !bank.archived && (
                <MoveButtons
                  name={bank.bank.name}
                  at={at}
                  count={valid.length}
                  onMove={(to) => move(at, to)}
                  busy={order.isPending}
                  direction="rows"
                />
              )}
              {mayEdit && (
                <>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Notas de ${bank.bank.name}`}
                    onClick={() => noting.open(bank.id)}
                  >
                    Notas
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${bank.archived ? 'Recuperar' : 'Archivar'} ${bank.bank.name}`}
                    loading={change.isPending && change.variables?.params.id === bank.id}
                    onClick={() =>
                      change.mutate({
                        params: { id: bank.id },
                        body: { notes: bank.notes, archived: !bank.archived, version: bank.version },
                      })
                    }
                  >
                    {bank.archived ? 'Recuperar' : 'Archivar'}
                  </Button>
                </>
              )}
            </Group>
          }
        >
          {bank.executives.length === 0 ? (
            <Text size="sm" c="dimmed">
              Aún no tiene ejecutivos.
            </Text>
          ) : (
            <Executives
              executives={bank.executives}
              mayEdit={mayEdit}
              onEdit={(executive) => editing.open(executive.id)}
            />
          )}
          {mayEdit && !bank.archived && (
            <Button
              mt="sm"
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={`Agregar ejecutivo de ${bank.bank.name}`}
              onClick={() => naming.open(bank.id)}
            >
              Agregar ejecutivo
            </Button>
          )}
        </Section>
      ))}
      {mayEdit && (
        <>
          {adding.opened && <AddBankDrawer projectId={projectId} known={banks} onClose={adding.close} />}
          {copying.opened && <CopyBanksDrawer projectId={projectId} onClose={copying.close} />}
          {noted && <BankNotesDrawer projectId={projectId} bank={noted} onClose={noting.close} />}
          {named && (
            <ExecutiveDrawer projectId={projectId} bank={named} executive={null} onClose={naming.close} />
          )}
          {edited && <ExecutiveDrawer projectId={projectId} {...edited} onClose={editing.close} />}
        </>
      )}
    </Stack>
  );
}
