import { queryClient, trpc } from './rpc'

/** Does the person who runs the server use this tab? They alone are told the names of its settings. */
export const isOperator = (): boolean =>
  queryClient.getQueryData(trpc.layout.app.queryKey())?.isOperator === true
