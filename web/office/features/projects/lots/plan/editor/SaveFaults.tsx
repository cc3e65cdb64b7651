import { Alert, Button } from '@mantine/core';
import { Refusal } from '#web/office/lib/refusal.ts';

interface SaveFaultsProps {
  /** Of the last save. */
  error: Error | null;
  /** What is drawn and cannot be saved. */
  faults: readonly { text: string }[];
  onReload: () => void;
}

const SHOWN = 6;

/** The errors of the last save and of the current drawing. */
export function SaveFaults({ error, faults, onReload }: SaveFaultsProps) {
  return (
    <>
      {error && (
        <Alert color="red" mb="sm" role="alert" title={error.message}>
          {error instanceof Refusal && (
            <ul>
              {error.fields.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
          {error instanceof Refusal && error.code === 'STALE' && (
            <Button size="xs" mt="xs" variant="default" onClick={onReload}>
              Cargar el plano de nuevo
            </Button>
          )}
        </Alert>
      )}
      {faults.length > 0 && (
        <Alert color="yellow" mb="sm" title="Por corregir antes de guardar">
          <ul>
            {faults.slice(0, SHOWN).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
