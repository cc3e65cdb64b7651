import { ActionIcon, Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type MutableRefObject } from 'react';
import { findActionPlan, saveActionPlan } from '#contract/works/actionPlans/endpoints.ts';
import { PlanSteps, type ActionPlan, type PlanStep } from '#contract/works/actionPlans/model.ts';
import { linksText, readLinks } from '#contract/works/actionPlans/notation.ts';
import { planNetwork } from '#contract/works/actionPlans/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { bound, CheckField, NumberField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import type { Values } from '#web/office/ui/form/values.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { CopyPlan } from './CopyPlan.tsx';
import { PlanBars, solvedOr } from './PlanBars.tsx';
import { PlanTotal } from './PlanTotal.tsx';

type StepForm = typeof PlanSteps.shape.steps.element;

/** A step as it is being typed, for the drawing: an empty duration counts as one day. */
const typedStep = (step: Values<StepForm>): PlanStep => ({
  activity_id: step.activity_id ?? 0,
  days: Math.max(Math.trunc(step.days ?? 1), 1),
  outdoors: step.outdoors ?? false,
  after: step.after ?? [],
});

/** Moves the focus to the same column of the next or the row before: Enter, and the arrows with Ctrl. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target as HTMLElement;
  const column = field.dataset['column'];
  const step =
    event.key === 'Enter' && !event.ctrlKey && !event.metaKey
      ? 1
      : event.ctrlKey && event.key === 'ArrowDown'
        ? 1
        : event.ctrlKey && event.key === 'ArrowUp'
          ? -1
          : 0;
  if (!column || step === 0) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)];
  const next = fields[fields.indexOf(field as HTMLInputElement) + step];
  next?.focus();
  next?.select();
}

/** The table in which a plan is prepared: activities in order, their days, and what each waits for. */
export function PlanEditor({ plan }: { plan: ActionPlan }) {
  const params = { modelId: plan.model_id };
  const of = ({ draft, in_force, version }: ActionPlan) => ({
    steps: (draft ?? in_force)?.steps ?? [],
    version,
  });
  /** Dependencies that cannot be read yet, by activity. */
  const unread = useRef(new Map<number, string>());
  const form = useRecordForm({
    schema: PlanSteps,
    initial: of(plan),
    reread: async () => of((await call(findActionPlan, { params })).data),
    send: (body, as, version) => call(saveActionPlan, { params, body: { ...body, version } }, as),
    success: 'Plan guardado. Publícalo para que las obras lo usen.',
    check: ({ steps }) =>
      Object.fromEntries(
        (steps ?? []).map(({ activity_id }, at) => [`steps.${at}.after`, unread.current.get(activity_id)]),
      ),
  });
  const { rows, error, add, move } = rowsOf(form, 'steps');
  const steps = rows.map(({ values }) => typedStep(values));
  const names = new Map(plan.offered.map(({ id, name }) => [id, name]));
  for (const one of [...(plan.in_force?.steps ?? []), ...(plan.draft?.steps ?? [])])
    names.set(one.activity_id, one.name);
  const nameOf = (id: number) => names.get(id) ?? '';
  const numbers = new Map(steps.map(({ activity_id }, at) => [activity_id, at + 1]));
  const lacking = plan.offered.filter(({ id }) => !numbers.has(id));
  const addAll = (list: typeof lacking) => {
    let last = steps.at(-1)?.activity_id;
    for (const { id } of list) {
      add({
        activity_id: id,
        days: 5,
        outdoors: false,
        after: last ? [{ activity_id: last, kind: 'FS', lag: 0 }] : [],
      });
      last = id;
    }
  };
  const remove = (at: number) => {
    const gone = steps[at]!.activity_id;
    unread.current.delete(gone);
    form.form.setFieldValue(
      'steps',
      rows
        .filter((_, place) => place !== at)
        .map(({ values }) => ({
          ...values,
          after: (values.after ?? []).filter(({ activity_id }) => activity_id !== gone),
        })) as never,
    );
  };
  const network = planNetwork(steps, nameOf);
  const solved = solvedOr(network);
  return (
    <RecordForm {...form.frame} submitLabel="Guardar plan">
      {steps.length === 0 && <CopyPlan plan={plan} />}
      {steps.length > 0 &&
        (typeof solved === 'string' ? (
          <Alert color="red" variant="light" role="alert" title={solved} />
        ) : (
          <PlanTotal days={solved.end} plan={plan} />
        ))}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Tab reaches every field, too */}
      <div onKeyDown={moveFocus}>
        <ShortTable
          label="Actividades"
          rows={rows}
          rowId={({ values }) => values.activity_id ?? 0}
          columns={[
            {
              title: 'Actividad',
              render: ({ values }, at) => `${at + 1}. ${nameOf(values.activity_id ?? 0)}`,
            },
            {
              title: 'Días hábiles',
              render: (row) => (
                <NumberField
                  of={row}
                  name="days"
                  aria-label={`Días de ${nameOf(row.values.activity_id ?? 0)}`}
                  data-column="days"
                  w={84}
                  size="sm"
                  allowDecimal={false}
                  min={1}
                  max={400}
                />
              ),
            },
            {
              title: 'Espera a',
              render: (row) => (
                <LinksField
                  of={row}
                  numbers={numbers}
                  unread={unread}
                  label={`${nameOf(row.values.activity_id ?? 0)} espera a`}
                />
              ),
            },
            {
              title: 'La lluvia la detiene',
              render: (row) => (
                <CheckField
                  of={row}
                  name="outdoors"
                  aria-label={`La lluvia detiene ${nameOf(row.values.activity_id ?? 0)}`}
                />
              ),
            },
            {
              title: 'Acciones',
              quiet: true,
              render: (row, at) => (
                <Group gap={2} wrap="nowrap">
                  <MoveButtons
                    name={nameOf(row.values.activity_id ?? 0)}
                    at={at}
                    count={rows.length}
                    onMove={(to) => move(at, to)}
                    busy={false}
                    direction="rows"
                  />
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size="lg"
                    aria-label={`Quitar ${nameOf(row.values.activity_id ?? 0)}`}
                    onClick={() => remove(at)}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                </Group>
              ),
            },
          ]}
        />
      </div>
      {steps.length > 0 && (
        <Text size="xs" c="dimmed">
          En «Espera a» va el número de la otra actividad: «3» espera que termine la 3; «3FC+2», dos días más;
          «3FC-1» se le adelanta un día; «3CC» empieza con ella y «3FF» termina con ella. Varias van con coma.
        </Text>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {lacking.length > 0 && (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Agregar actividad"
            style={{ flex: 1 }}
            value=""
            data={[
              { value: '', label: 'Elige la actividad' },
              ...lacking.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={(event) => addAll(lacking.filter(({ id }) => String(id) === event.currentTarget.value))}
          />
          <Button variant="default" onClick={() => addAll(lacking)}>
            Todas
          </Button>
        </Group>
      )}
      {steps.length > 0 && typeof solved !== 'string' && <PlanBars network={network} solved={solved} />}
    </RecordForm>
  );
}

interface LinksFieldProps {
  of: RecordFormOf<StepForm>;
  numbers: ReadonlyMap<number, number>;
  unread: MutableRefObject<Map<number, string>>;
  label: string;
}

/** What an activity waits for, as schedulers type it, by the numbers of the rows. */
function LinksField({ of, numbers, unread, label }: LinksFieldProps) {
  const { value, set, input } = bound(of, 'after');
  const [typed, setTyped] = useState<string>();
  const own = of.values.activity_id ?? 0;
  const shown = linksText(value ?? [], (id) => String(numbers.get(id) ?? '?'));
  const read = (text: string) => {
    setTyped(text);
    const found = readLinks(text, (number) => [...numbers].find(([, at]) => String(at) === number)?.[0]);
    if (found.links) unread.current.delete(own);
    else
      unread.current.set(
        own,
        `${found.fault.charAt(0).toUpperCase()}${found.fault.slice(1)} Escribe el número de la actividad, por ejemplo 3 o 3FC+2.`,
      );
    if (found.links) set(found.links);
  };
  return (
    <TextInput
      {...input}
      required={false}
      aria-label={label}
      data-column="after"
      size="sm"
      autoComplete="off"
      value={typed ?? shown}
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={() => {
        if (!unread.current.has(own)) setTyped(undefined);
        input.onBlur();
      }}
    />
  );
}
