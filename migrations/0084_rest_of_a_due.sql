-- What a partial payment left and is still asked for is called so from now on; what was paid meanwhile keeps the name on its receipt.
UPDATE payments SET concept = CASE payments.type_id WHEN 1 THEN 'Saldo de la separación' ELSE 'Saldo de la cuota ' || payments.part END
FROM payments before
WHERE payments.state_id IN (1, 2, 3, 7) AND payments.concept IS NULL AND before.id = payments.origin_id AND before.state_id = 6
  AND before.reversed_at IS NULL AND (payments.type_id = 1 OR (payments.type_id = 3 AND payments.part IS NOT NULL));
