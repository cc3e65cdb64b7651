/**
 * A form in a drawer. Labels above, one column, checks on leaving a field (`validateInputOnBlur: true` in useForm).
 * The server's answer lands on its field, also under names like `grupo_familiar[0][cedula]`; what belongs to no
 * field stands above. Leaving with unsaved changes asks. Ctrl-Enter saves. Recipe:
 *   const save = useAction(createLot, { invalidates: [listLots], success: 'Lote creado.', inline: true });
 *   const form = useForm({ initialValues: { lote: '' }, validateInputOnBlur: true, validate: zodErrors(CreateLot) });
 *   <FormDrawer title="Nuevo lote" opened={opened} onClose={close} form={form} submitLabel="Crear lote"
 *     loading={save.isPending} submitError={save.error} onSubmit={(body) => save.mutate({ body }, { onSuccess: close })}>
 *     <TextInput label="Lote" required {...form.getInputProps('lote')} />
 *   </FormDrawer>
 */
import { Button, Drawer, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { applyServerErrors, labelsIn, type Form } from '../lib/formErrors.ts';
import { useUnsavedGuard } from '../lib/useUnsavedGuard.ts';
import { Refusal } from '../lib/refusal.ts';
import { ErrorTable } from './ErrorTable.tsx';
import { Meanwhile } from './Meanwhile.tsx';
import styles from './FormDrawer.module.css';

const INVALID = '[aria-invalid="true"]';
/** Codes of a 409 that says that somebody else changed the record. */
const CHANGED = ['STALE', 'CONFLICT'];
const FIRST = 'input:not([type="hidden"]), select, textarea';

interface FormDrawerProps<Values> {
  title: string;
  opened: boolean;
  onClose: () => void;
  form: Form<Values>;
  onSubmit: (values: Values) => void;
  /** The submit is under way: a spinner, and it cannot be pressed twice. */
  loading: boolean;
  /** What the last submit raised; null when it went well or has not been. */
  submitError: Error | null;
  /** A verb: "Crear lote". */
  submitLabel: string;
  /**
   * The record's values as they are now, fetched anew (and its version with it): where the form keeps a version, a change
   * made meanwhile is shown, and what one typed is kept.
   */
  reload?: (() => Promise<Values>) | undefined;
  children: ReactNode;
  /** Below the form, what has forms of its own. */
  after?: ReactNode;
}

export function FormDrawer<Values>(props: FormDrawerProps<Values>) {
  const { title, opened, onClose, form, onSubmit, loading, submitError, submitLabel, reload } = props;
  const { children, after } = props;
  const [labels, setLabels] = useState<Record<string, string>>({});
  const body = useRef<HTMLFormElement>(null);
  const dirty = opened && form.isDirty();
  const mayLeave = useUnsavedGuard(dirty && !loading);
  const stale = submitError instanceof Refusal && CHANGED.includes(submitError.code);

  const close = async () => {
    if (loading || !(await mayLeave())) return;
    form.reset();
    onClose();
  };
  /** After the error is drawn. */
  const focusField = (which: string) =>
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(which)?.focus());

  const place = useEffectEvent((error: Error) => {
    applyServerErrors(form, error);
    setLabels(labelsIn(body.current, error));
    focusField(INVALID);
  });
  useEffect(() => {
    if (submitError) place(submitError);
  }, [submitError]);

  return (
    <Drawer opened={opened} onClose={() => void close()} title={title} closeOnClickOutside={!dirty}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter is beside the button */}
      <form
        ref={(form) => {
          body.current = form;
          // Where the drawer's focus trap begins, instead of its close button: a field that asks for it, else the first.
          if (!form?.querySelector('[data-autofocus]'))
            form?.querySelector(FIRST)?.setAttribute('data-autofocus', '');
        }}
        noValidate
        onKeyDown={(event) => {
          // From anywhere in the form, also from a text of several lines.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || loading) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => form.onSubmit(onSubmit, () => focusField(INVALID))(event)}
      >
        <Stack gap="md">
          {stale && reload ? (
            <Meanwhile key={submitError?.message} form={form} reload={reload} frame={body} />
          ) : (
            <ErrorTable error={submitError} labels={labels} />
          )}
          {children}
        </Stack>
        <div className={styles.foot}>
          <Button variant="default" onClick={() => void close()} disabled={loading}>
            Cancelar
          </Button>
          <Button type="submit" loading={loading}>
            {submitLabel}
          </Button>
        </div>
      </form>
      {after}
    </Drawer>
  );
}
