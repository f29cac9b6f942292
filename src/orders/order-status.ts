export const ORDER_STATUSES = ['open', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
