/**
 * A form in a drawer: labels above, one column. Closing with unsaved changes asks first. Recipe:
 *   const form = useRecordForm({ schema: LotForm, initial: {}, success: 'Lote creado.',
 *     send: (body, as) => call(createLot, { body }, as), onDone: close });
 *   <FormDrawer title="Nuevo lote" opened onClose={close} {...form.frame} submitLabel="Crear lote">
 *     <TextField of={form} name="lote" label="Lote" />
 *   </FormDrawer>
 */
import { Button, Drawer, type MantineSize } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnsavedWithin, useUnsavedGuard, useUnsavedWithin } from '../lib/useUnsavedGuard.ts';
import { FormBody, type FormState } from './form/FormBody.tsx';
import styles from './FormDrawer.module.css';

interface FormDrawerProps<Values> extends FormState<Values> {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** A verb: "Crear lote". */
  submitLabel: string;
  children: ReactNode;
  /** A width, for content in two columns. */
  size?: MantineSize | (string & {});
  /** Content below the form that has its own forms. */
  after?: ReactNode;
}

export function FormDrawer<Values>(props: FormDrawerProps<Values>) {
  const { title, opened, onClose, submitLabel, children, size, after, ...state } = props;
  const { form, loading } = state;
  const dirty = opened && form.isDirty();
  const mayLeave = useUnsavedGuard(dirty && !loading);
  const within = useUnsavedWithin();

  const close = async () => {
    if (loading || !(await mayLeave()) || !(await within.mayLeave())) return;
    form.reset();
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={() => void close()}
      title={title}
      closeOnClickOutside={!dirty}
      {...(size && { size })}
    >
      <FormBody
        {...state}
        foot={
          <div className={styles.foot}>
            <Button variant="default" onClick={() => void close()} disabled={loading}>
              Cancelar
            </Button>
            <Button type="submit" loading={loading}>
              {submitLabel}
            </Button>
          </div>
        }
      >
        {children}
      </FormBody>
      <UnsavedWithin value={within.unsaved}>{after}</UnsavedWithin>
    </Drawer>
  );
}
