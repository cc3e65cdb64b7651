import {
  Alert,
  Badge,
  Button,
  Group,
  Paper,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import {
  clauseOf,
  CLAUSES_MOST,
  ordinalOf,
  renderClauses,
  type Clause,
} from '#contract/legal/contractTemplates/clauses.ts';
import {
  CONDITION_NAMES,
  CONDITIONS,
  FIELD_NAMES,
  fieldLabel,
  type FieldValues,
  type TemplateKind,
} from '#contract/legal/contractTemplates/fields.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { ClauseText } from './ClauseText.tsx';
import styles from './clauses.module.css';

const ClauseEditor = lazy(() =>
  import('./ClauseEditor.tsx').then((file) => ({ default: file.ClauseEditor })),
);

/** Each field shown by its own label: for reading a template. */
const LABELS: FieldValues = Object.fromEntries(FIELD_NAMES.map((name) => [name, fieldLabel(name)]));
const EVERY = new Set(CONDITION_NAMES);

interface ClausesFormProps {
  kind: TemplateKind;
  clauses: readonly Clause[];
  onSave: (clauses: Clause[]) => void;
  saving: boolean;
  error: Error | null;
  submitLabel: string;
}

/** The clauses of a text that is being written: change, add, move and remove them; then save all at once. */
export function ClausesForm({ kind, clauses, onSave, saving, error, submitLabel }: ClausesFormProps) {
  const [draft, setDraft] = useState<readonly Clause[]>(clauses);
  const [open, setOpen] = useState<string | null>(null);
  const dirty = draft !== clauses && JSON.stringify(draft) !== JSON.stringify(clauses);
  useUnsavedGuard(dirty && !saving);
  const refused = error instanceof Refusal ? error : null;
  const faults = (at: number) =>
    refused?.fields.filter(({ field }) => field.startsWith(`clausulas[${at}]`)) ?? [];
  const change = (at: number, part: Partial<Clause>) =>
    setDraft(draft.map((one, place) => (place === at ? { ...one, ...part } : one)));
  const move = (from: number, to: number) => {
    const next = [...draft];
    next.splice(to, 0, ...next.splice(from, 1));
    setDraft(next);
  };
  const add = () => {
    const key = `c-${Date.now().toString(36)}`;
    setDraft([...draft, clauseOf(key, 'Cláusula nueva', '')]);
    setOpen(key);
  };
  return (
    <Stack gap="sm">
      {error && (
        <Alert color="red" variant="light" title={sentence(error)}>
          {refused?.fields.map(({ message }) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      {draft.map((clause, at) => (
        <Paper
          key={clause.key}
          component="section"
          withBorder
          p="md"
          className={`${styles.clause ?? ''} ${faults(at).length > 0 ? (styles.marked ?? '') : ''}`}
          aria-label={`Cláusula ${at + 1}: ${clause.title}`}
        >
          <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
            <Group gap="xs">
              <Title order={2} size="h5">
                {ordinalOf(at + 1)}. {clause.title}
              </Title>
              {clause.when !== 'siempre' && (
                <Badge variant="light" tt="none">
                  {CONDITIONS[clause.when]}
                </Badge>
              )}
            </Group>
            <Group gap={4}>
              <MoveButtons
                name={clause.title}
                at={at}
                count={draft.length}
                onMove={(to) => move(at, to)}
                busy={saving}
                direction="rows"
              />
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setOpen(open === clause.key ? null : clause.key)}
                aria-expanded={open === clause.key}
              >
                {open === clause.key ? 'Cerrar' : 'Editar'}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                color="red"
                leftSection={<IconTrash size={14} aria-hidden />}
                aria-label={`Quitar ${clause.title}`}
                onClick={() => setDraft(draft.filter((_, place) => place !== at))}
              >
                Quitar
              </Button>
            </Group>
          </Group>
          {faults(at).map(({ message }) => (
            <Text key={message} size="sm" c="red" role="alert">
              {message}
            </Text>
          ))}
          {open === clause.key ? (
            <Stack gap="xs">
              <Group grow align="flex-start">
                <TextInput
                  label="Título"
                  value={clause.title}
                  maxLength={120}
                  onChange={(event) => change(at, { title: event.currentTarget.value })}
                />
                <Select
                  label="Va en el contrato"
                  allowDeselect={false}
                  value={clause.when}
                  data={CONDITION_NAMES.map((value) => ({ value, label: CONDITIONS[value] }))}
                  onChange={(when) => when && change(at, { when })}
                />
              </Group>
              <Suspense fallback={<Skeleton h={180} />}>
                <ClauseEditor
                  kind={kind}
                  label={`Texto de ${clause.title}`}
                  body={clause.body}
                  onChange={(body) => change(at, { body })}
                />
              </Suspense>
            </Stack>
          ) : (
            <ClauseText clause={renderClauses([clause], LABELS, EVERY)[0]!} />
          )}
        </Paper>
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={draft.length >= CLAUSES_MOST}
          onClick={add}
        >
          Agregar cláusula
        </Button>
        <Group gap="xs">
          {dirty && (
            <Button variant="default" disabled={saving} onClick={() => setDraft(clauses)}>
              Descartar cambios
            </Button>
          )}
          <Button loading={saving} disabled={!dirty} onClick={() => onSave([...draft])}>
            {submitLabel}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** The clauses of a template to read, each field by its label. */
export function TemplateClauses({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <Stack gap="sm">
      {renderClauses(clauses, LABELS, EVERY).map((clause, at) => (
        <Paper key={clause.key} component="section" withBorder p="md">
          <Group gap="xs" mb="xs">
            <Title order={2} size="h5">
              {clause.ordinal}. {clause.title}
            </Title>
            {clauses[at]!.when !== 'siempre' && (
              <Badge variant="light" tt="none">
                {CONDITIONS[clauses[at]!.when]}
              </Badge>
            )}
          </Group>
          <ClauseText clause={clause} />
        </Paper>
      ))}
    </Stack>
  );
}
