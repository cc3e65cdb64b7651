import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { whyNotNumber } from '#contract/numbers.ts';
import { useTyped } from './useTyped.ts';

/**
 * A number as it is typed. One outside of `min` and `max`, or with more decimals than it may have, is refused with its sentence and
 * never moved to the nearest that would do.
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
      // What the arrows may reach; typing is only judged.
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
        // Before the input's own reading, which makes 1.23450 of 1.234,50.
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
