import { SIGNED_PAPER } from '#contract/legal/signing/endpoints.ts';
import { Button } from '#web/customer/components/Button.tsx';

/** A link to the signed pre-contract. A browser that is not trusted yet needs a one-time code first. */
export function SignedCopy({
  saleId,
  codeDue,
  onCode,
}: {
  saleId: number;
  codeDue: boolean;
  onCode: () => void;
}) {
  return (
    <>
      <p>
        Ya firmaste tu pre-contrato.{' '}
        {!codeDue && (
          <a href={SIGNED_PAPER.replace(':id', String(saleId))} target="_blank" rel="noopener">
            Descargar mi copia (PDF)
          </a>
        )}
      </p>
      {codeDue && (
        <Button look="quiet" onClick={onCode}>
          Descargar mi copia (pide un código)
        </Button>
      )}
    </>
  );
}
