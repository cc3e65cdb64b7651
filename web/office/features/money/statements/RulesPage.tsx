import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  applyRule,
  DIRECTIONS,
  endRule,
  listRules,
  type StatementRule,
} from '#contract/money/statements/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { NewRuleDrawer } from './NewRuleDrawer.tsx';
import type { RulesSearch } from './statementsSearch.ts';

/** The rules that set bank lines aside: those in use, and those that ended. */
export function RulesPage({ search }: { search: RulesSearch }) {
  const patch = usePatchSearch();
  const edits = useCan('contabilidad.editar');
  const rules = useQuery(queryOf(listRules, {})).data?.data;
  const button = edits ? <Button onClick={() => patch({ nueva: true })}>Nueva regla</Button> : null;
  return (
    <>
      <PageHeader
        title="Reglas de líneas"
        count={rules?.length ?? null}
        text="Apartan al importar las líneas que no son de un cliente. Una línea apartada se puede devolver."
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/extractos">Extractos</PageLink>
            {button}
          </Group>
        }
      />
      {!rules ? (
        <PendingPage />
      ) : rules.length === 0 ? (
        <EmptyState
          title="Aún no hay reglas"
          text="Por ejemplo: lo que diga INTERESES se aparta como intereses del banco."
          action={button}
        />
      ) : (
        <ShortTable
          label="Reglas de líneas"
          rows={rules}
          rowId={({ id }) => id}
          dimmed={({ terminada }) => terminada !== null}
          columns={[
            { title: 'Si dice', render: ({ texto }) => <Text fw={600}>{texto}</Text> },
            { title: 'Se aparta como', render: ({ motivo }) => motivo },
            { title: 'Líneas', render: ({ sentido }) => DIRECTIONS[sentido] },
            { title: 'Cuenta', render: ({ cuenta }) => cuenta?.name ?? 'Todas' },
            { title: 'Apartó', align: 'right', render: ({ lineas }) => lineas },
            {
              title: 'Creada',
              render: ({ creada }) => (
                <TwoLines first={creada.by} second={<DateText instant={creada.at} />} />
              ),
            },
            {
              title: 'Acciones',
              quiet: true,
              align: 'right',
              render: (rule) =>
                rule.terminada ? (
                  <TwoLines
                    first={`Terminada por ${rule.terminada.by}`}
                    second={<DateText instant={rule.terminada.at} />}
                  />
                ) : (
                  edits && <RuleButtons rule={rule} />
                ),
            },
          ]}
        />
      )}
      {edits && search.nueva && (
        <NewRuleDrawer
          texto={search.texto ?? ''}
          onClose={() => patch({ nueva: undefined, texto: undefined })}
        />
      )}
    </>
  );
}

function RuleButtons({ rule }: { rule: StatementRule }) {
  const apply = useAction(applyRule, { success: ({ success }) => success });
  const end = useAction(endRule, { success: ({ success }) => success });
  const params = { id: rule.id };
  const askEnd = async () => {
    const sure = await askConfirm({
      title: `Terminar la regla «${rule.texto}»`,
      text: 'Deja de apartar líneas. Las que apartó se quedan apartadas.',
      confirm: 'Terminar',
    });
    if (sure) end.mutate({ params });
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={apply.isPending}
        aria-label={`Aplicar ahora la regla ${rule.texto}`}
        onClick={() => apply.mutate({ params })}
      >
        Aplicar ahora
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={end.isPending}
        aria-label={`Terminar la regla ${rule.texto}`}
        onClick={() => void askEnd()}
      >
        Terminar
      </Button>
    </Group>
  );
}
