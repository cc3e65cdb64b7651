import { z } from 'zod';
import { limitSentence } from './numbers.ts';

const isNumber = (origin: string) => origin === 'number' || origin === 'int';

// Messages for schemas without their own, on the server and in browser forms.
z.config({
  ...z.locales.es(),
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null || issue.input === ''
          ? 'Este dato hace falta.'
          : 'El dato no tiene la forma esperada.';
      case 'too_small':
        if (isNumber(issue.origin))
          return issue.inclusive
            ? limitSentence(Number(issue.minimum), undefined)
            : `Escribe un número mayor que ${issue.minimum}.`;
        if (issue.origin !== 'string') return undefined;
        return issue.minimum === 1
          ? 'Este dato hace falta.'
          : `Escribe al menos ${issue.minimum} caracteres.`;
      case 'too_big':
        if (isNumber(issue.origin))
          return issue.inclusive
            ? limitSentence(undefined, Number(issue.maximum))
            : `Escribe un número menor que ${issue.maximum}.`;
        return issue.origin === 'string' ? `Escribe como máximo ${issue.maximum} caracteres.` : undefined;
      case 'invalid_value':
        return 'Elige una de las opciones.';
      case 'invalid_format':
        return issue.format === 'email' ? 'Escribe un correo válido, por ejemplo ana@correo.com.' : undefined;
      default:
        return undefined;
    }
  },
});
