import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { whyNotNumber } from '#contract/numbers.ts';
import { useTyped } from './useTyped.ts';

/**
 * A number field. A number outside `min` and `max`, or with too many decimals, shows an error and is never changed to
 * the nearest valid one.
 */
export function NumberField({
  min,
  max,
  allowDecimal = true,
  decimalScale,
  error,
  onBlur,
  ...input
}: Omit<NumberInputProps, 'clampBehavior' | 'ref'>) {
  const [pasted, setPasted] = useState<string | null>(null);
  const limits = { min, max, decimals: allowDecimal ? decimalScale : 0 };
  const wrong = pasted ?? whyNotNumber(input.value ?? '', limits, String(input.suffix ?? ''));
  const { error: fault, ref, left } = useTyped(wrong);
  return (
    <NumberInput
      // Limits of the arrow buttons. Typed values are only validated.
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...input}
      clampBehavior="none"
      ref={ref}
      error={fault ?? error}
      onChange={(value) => {
        setPasted(null);
        input.onChange?.(value);
      }}
      onPasteCapture={(event) => {
        const text = event.clipboardData.getData('text').trim();
        if (/^-?[\d,]*\.?\d*$/.test(text)) return;
        // In the capture phase, before Mantine's parser, which reads 1.234,50 as 1.23450.
        event.preventDefault();
        event.stopPropagation();
        setPasted(`No se puede leer «${text.slice(0, 40)}» como número.`);
      }}
      onBlur={(event) => {
        left();
        onBlur?.(event);
      }}
    />
  );
}
