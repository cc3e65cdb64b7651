/** `2 horas`, `90 minutos`: how long an offer stands. */
export const timeText = (minutes: number): string =>
  minutes % 60 !== 0 ? `${minutes} minutos` : minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
