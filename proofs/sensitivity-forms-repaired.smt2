; sensitivity-forms-repaired, Scope(denominator=3): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_NRA)
(set-info :status unsat)
(declare-fun a () Real)
(declare-fun b () Real)
(declare-fun c () Real)
(declare-fun d () Real)
(define-fun t!1 () Real (+ (- b a) (- d c)))
(define-fun t!2 () Real (- d a))
(assert (and (and (<= 0.0 a) (>= 1.0 a)) (and (<= 0.0 b) (>= 1.0 b)) (and (<= 0.0 c) (>= 1.0 c)) (and (<= 0.0 d) (>= 1.0 d)) (and (<= a b) (<= b c) (<= c d))))
(assert (not (and (<= t!1 t!2) (= (= t!1 t!2) (= b c)))))
(check-sat)
