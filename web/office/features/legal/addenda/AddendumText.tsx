import { Alert, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { approveAddendumText, changeAddendumClauses } from '#contract/legal/addenda/endpoints.ts';
import type { AddendumRecord } from '#contract/legal/addenda/model.ts';
import { Comparison } from '#web/office/features/legal/contractTemplates/Comparison.tsx';
import { TextEditor } from '#web/office/features/legal/contractTemplates/TextEditor.tsx';
import { useAction } from '#web/office/lib/query.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';

/** The text of an addendum against its approved template; a lawyer may change it, and another person approves that. */
export function AddendumText({ addendum }: { addendum: AddendumRecord }) {
  const [editing, setEditing] = useState(false);
  const save = useAction(changeAddendumClauses, { success: 'Texto guardado.', inline: true });
  const approve = useAction(approveAddendumText, { success: 'Texto aprobado.' });
  const { id, version, actions, template, deviates, approval } = addendum;
  if (!template) return <Text size="sm">No hay una plantilla aprobada para esta adenda.</Text>;
  if (editing && actions.clauses?.disabled === null)
    return (
      <TextEditor
        version={version}
        kind={addendum.kind === 'cesion' ? 'cesion' : `adenda_${addendum.kind}`}
        clauses={addendum.clauses}
        saving={save.isPending}
        error={save.error}
        onSave={(clausulas) =>
          save.mutate(
            { params: { id }, body: { clausulas, version } },
            { onSuccess: () => setEditing(false) },
          )
        }
        onBack={() => setEditing(false)}
      />
    );
  return (
    <Stack gap="sm">
      {deviates && (
        <Alert
          color={approval ? 'green' : 'yellow'}
          variant="light"
          title={
            approval
              ? `${approval.by} aprobó este texto`
              : 'El texto no es el de la plantilla aprobada: falta que otra persona de Legal lo apruebe'
          }
        />
      )}
      <Group>
        {actions.clauses && (
          <ReasonedButton
            variant="default"
            whyNot={actions.clauses.disabled}
            onClick={() => setEditing(true)}
          >
            Cambiar el texto
          </ReasonedButton>
        )}
        {actions.approve && (
          <ReasonedButton
            whyNot={actions.approve.disabled}
            onClick={() => approve.mutate({ params: { id }, body: { version } })}
          >
            Aprobar el texto
          </ReasonedButton>
        )}
      </Group>
      <Comparison
        before={addendum.approved_clauses}
        after={addendum.clauses}
        against={`la plantilla aprobada (versión ${template.number})`}
      />
    </Stack>
  );
}
