/** The payouts of a night: payments are sent by way of the outbox, part amounts are typed on a tray of digits. */

import { sendPayments } from "./payments.js";
import { offerTray } from "./tray.js";

sendPayments();
offerTray();
