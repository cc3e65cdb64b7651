import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { renderClauses } from '#contract/legal/contractTemplates/clauses.ts';
import { changePromiseClauses, markClause } from '#contract/legal/promises/endpoints.ts';
import type { PromiseRecord } from '#contract/legal/promises/model.ts';
import { holdingOf, valuesOf } from '#contract/legal/promises/values.ts';
import { ClauseText } from '#web/office/features/legal/contractTemplates/ClauseText.tsx';
import styles from '#web/office/features/legal/contractTemplates/clauses.module.css';
import { Comparison } from '#web/office/features/legal/contractTemplates/Comparison.tsx';
import { TextEditor } from '#web/office/features/legal/contractTemplates/TextEditor.tsx';
import { useAction } from '#web/office/lib/query.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** The clauses as the buyer reads them; while it is a draft, a lawyer may change them. */
export function PromiseClauses({ promise }: { promise: PromiseRecord }) {
  const [editing, setEditing] = useState(false);
  const save = useAction(changePromiseClauses, { success: 'Texto guardado.', inline: true });
  const { actions, id, version } = promise;
  if (!promise.frozen)
    return (
      <Text size="sm">
        Esta promesa se firmó antes de llegar a la oficina: su texto está en sus archivos.
      </Text>
    );
  if (editing && actions.clauses?.disabled === null)
    return (
      <TextEditor
        version={version}
        kind="promesa"
        clauses={promise.clauses}
        saving={save.isPending}
        error={save.error}
        onSave={(clausulas) =>
          save.mutate(
            { params: { id }, body: { clausulas, version } },
            { onSuccess: () => setEditing(false) },
          )
        }
        onBack={() => setEditing(false)}
      >
        <Alert color="yellow" variant="light" title="Estás cambiando el texto de esta promesa">
          Si el texto deja de ser el de la plantilla aprobada, otra persona de Legal lo aprueba antes de
          enviarla.
        </Alert>
      </TextEditor>
    );
  return (
    <Stack gap="sm">
      {actions.clauses?.disabled === null && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Cambiar el texto
          </Button>
        </Group>
      )}
      <ReadClauses promise={promise} />
    </Stack>
  );
}

function ReadClauses({ promise }: { promise: PromiseRecord }) {
  const mark = useAction(markClause, { success: 'Cláusula marcada.' });
  const { frozen, rejection, actions } = promise;
  if (!frozen) return null;
  const terms = {
    deliveryOn: promise.delivery_on,
    motherFinca: promise.mother_finca,
    locationCode: promise.location_code,
    signBy: promise.sign_by ?? '',
    representative: promise.representative && {
      name: promise.representative.name,
      documentType: promise.representative.document_type,
      document: promise.representative.document,
    },
  };
  const rendered = renderClauses(promise.clauses, valuesOf(frozen, terms, promise.code), holdingOf(frozen));
  return rendered.map((clause) => {
    const marked = rejection?.clause === clause.key;
    return (
      <Paper
        key={clause.key}
        component="section"
        withBorder
        p="md"
        className={marked ? (styles.marked ?? '') : ''}
        aria-label={`Cláusula ${clause.ordinal.toLowerCase()}: ${clause.title}`}
      >
        <Group gap="xs" mb="xs" justify="space-between">
          <Group gap="xs">
            <Title order={2} size="h5">
              {clause.ordinal}. {clause.title}
            </Title>
            {marked && <StatePill tone="negative" label="Rechazada por esta" />}
          </Group>
          {actions.mark && (
            <Button
              size="compact-sm"
              variant="default"
              loading={mark.isPending}
              onClick={() =>
                mark.mutate({ params: { id: promise.id }, body: { clausula: marked ? null : clause.key } })
              }
            >
              {marked ? 'Quitar la marca' : 'Se rechazó por esta'}
            </Button>
          )}
        </Group>
        <ClauseText clause={clause} />
      </Paper>
    );
  });
}

/** What the text changes of its approved template. */
export const PromiseChanges = ({ promise }: { promise: PromiseRecord }) =>
  promise.template ? (
    <Comparison
      before={promise.approved_clauses}
      after={promise.clauses}
      against={`la plantilla aprobada (versión ${promise.template.number})`}
    />
  ) : (
    <Text size="sm">Esta promesa no viene de una plantilla.</Text>
  );
