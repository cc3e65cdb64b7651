import { Alert, Button, Group, Paper, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { MESSAGES } from '#contract/errors.ts';
import type { Form } from '../lib/formErrors.ts';
import { formatMoney, showDay } from '../lib/format.ts';
import { useWhoChanged } from '../lib/live/useWhoChanged.ts';
import { sentence } from '../lib/refusal.ts';

interface MeanwhileProps<Values> {
  form: Form<Values>;
  reload: () => Promise<Values>;
  /** The form element; it contains the labels. */
  frame: RefObject<HTMLFormElement | null>;
  /** The server refused to save; false: it was noticed while typing. */
  refused?: boolean;
}

interface Difference {
  label: string;
  now: string;
  /** My value, if both changed the field: the form keeps it. */
  mine: string | null;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The value as its field shows it: an option's label, an amount, a day. */
const told = (value: unknown, key: string, control: Element | null | undefined): string => {
  if (control instanceof HTMLSelectElement) {
    const option = [...control.options].find((one) => one.value === String(value ?? ''));
    if (option) return option.text;
  }
  if (typeof value === 'number' && key.endsWith('_centavos')) return formatMoney(value);
  if (typeof value === 'string' && DAY.test(value)) return showDay(value);
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value)) return value.length === 1 ? '1 elemento' : `${value.length} elementos`;
  return typeof value === 'object' ? 'otro valor' : String(value);
};

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
/** Fields by path, including those of nested objects. A list is one field. */
const fieldsOf = (values: object, at = ''): [path: string, value: unknown][] =>
  Object.entries(values).flatMap(([key, value]) =>
    isTree(value) ? fieldsOf(value, `${at}${key}.`) : [[at + key, value] as [string, unknown]],
  );
function put(values: Tree, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.');
  if (rest.length > 0 && isTree(values[key])) put(values[key], rest.join('.'), value);
  else values[key] = value;
}

/**
 * Three-way merge: the fresh values, overridden by the fields that the user changed; and the fields that others
 * changed.
 */
export function mergeForms<Values extends object>(
  start: Values,
  mine: Values,
  fresh: Values,
): { merged: Values; changed: { path: string; now: unknown; mine: unknown; kept: boolean }[] } {
  const [was, typed] = [start, mine].map((values) => new Map(fieldsOf(values)));
  const merged = structuredClone(fresh);
  const changed = [];
  for (const [path, now] of fieldsOf(fresh)) {
    const [before, my] = [was?.get(path), typed?.get(path)];
    const kept = !same(my, before);
    if (kept) put(merged as Tree, path, my);
    if (!same(now, before) && !same(now, my)) changed.push({ path, now, mine: my, kept });
  }
  return { merged, changed };
}

/** Shown if another user changed the record while the form was open: merges both changes and lists the differences. */
export function Meanwhile<Values>({ form, reload, frame, refused = true }: MeanwhileProps<Values>) {
  const who = useWhoChanged();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [differences, setDifferences] = useState<Difference[] | null>(null);

  const controlOf = (key: string) => frame.current?.querySelector(`[data-path="${CSS.escape(key)}"]`);
  const labelOf = (key: string) => {
    const control = controlOf(key);
    const label = control?.id && frame.current?.querySelector(`label[for="${CSS.escape(control.id)}"]`);
    return (
      (label ? label.textContent : (control?.getAttribute('aria-label') ?? '')).replace(/\s*\*\s*$/, '') ||
      'Otro dato'
    );
  };
  const merge = async () => {
    setBusy(true);
    try {
      const fresh = await reload();
      const mine = form.getValues();
      const { merged, changed } = mergeForms(
        form.getInitialValues() as Values & object,
        mine as Values & object,
        fresh as Values & object,
      );
      setDifferences(
        changed.map(({ path, now, mine: my, kept }) => ({
          label: labelOf(path),
          now: told(now, path, controlOf(path)),
          mine: kept ? told(my, path, controlOf(path)) : null,
        })),
      );
      form.setInitialValues(fresh);
      form.setValues(merged);
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };

  if (differences === null)
    return (
      <Alert
        color="yellow"
        variant="light"
        role="alert"
        icon={<IconGitMerge aria-hidden />}
        title={refused ? MESSAGES.CONFLICT : 'Esto cambió mientras lo editas.'}
      >
        {who && <Text size="sm">{who}</Text>}
        {fault !== null && <Text size="sm">{sentence(fault)}</Text>}
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void merge()}>
          Recargar y conservar lo mío
        </Button>
      </Alert>
    );
  return (
    <Paper component="output" display="block" withBorder p="sm" bg="var(--mantine-color-yellow-light)">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconGitMerge size={20} aria-hidden />
        <Text size="sm" fw={600}>
          {differences.length > 0
            ? 'Esto cambió mientras lo tenías abierto. Revisa y guarda otra vez.'
            : 'Ya tienes lo último, con tus cambios. Guarda otra vez.'}
        </Text>
      </Group>
      {who && <Text size="sm">{who}</Text>}
      {differences.length > 0 && (
        <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
          <Table.Tbody>
            {differences.map(({ label, now, mine }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={500} pr="sm">
                  {label}
                </Table.Th>
                <Table.Td>
                  {mine === null
                    ? `ahora: ${now}`
                    : `otra persona: ${now} · tú: ${mine} (se conserva lo tuyo)`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}
